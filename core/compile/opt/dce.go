package opt

func (s *ssa) removeDead() {}
