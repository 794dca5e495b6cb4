package opt

func (s *ssa) propagate() {}
