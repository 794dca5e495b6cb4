package opt

type ssa struct{}
type summary struct{}

func passDFA(s *script) {}
