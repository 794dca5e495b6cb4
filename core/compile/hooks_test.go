package compile

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/ebb-vm/ebb/core/code"
	"github.com/ebb-vm/ebb/core/mm"
	"github.com/ebb-vm/ebb/core/zval"
)

// testHooks knows the functions and constants of the php on this machine, and
// what the unit has declared.
type testHooks struct {
	reg     *code.Registry
	world   *world
	user    map[string]*code.OpArray
	classes map[string]*code.ClassDecl
	warns   []string
	cached  bool
}

// world is what php says about its own functions and constants.
type world struct {
	Funcs map[string]struct {
		Params []struct {
			Name     string
			Ref      int
			Variadic bool
		}
		Deprecated bool
		Return     []string
		Nullable   bool
	}
	Consts  map[string]any
	Classes map[string]struct {
		Consts  map[string]any
		Methods map[string]struct {
			Params []struct {
				Name     string
				Ref      int
				Variadic bool
			}
			Public bool
		}
	}
}

const worldScript = `$f = []; foreach (get_defined_functions()['internal'] as $n) { $r = new ReflectionFunction($n); $p = [];
foreach ($r->getParameters() as $q) $p[] = ['Name' => $q->getName(), 'Ref' => $q->isPassedByReference() ? ($q->canBePassedByValue() ? 2 : 1) : 0, 'Variadic' => $q->isVariadic()];
$t = $r->getReturnType();
$f[$n] = ['Params' => $p, 'Deprecated' => $r->isDeprecated(), 'Nullable' => $t && $t->allowsNull(),
'Return' => $t ? array_map(fn($x) => $x->getName(), $t instanceof ReflectionUnionType ? $t->getTypes() : [$t]) : []]; }
$c = []; foreach (get_defined_constants() as $n => $v) if (is_int($v) || is_string($v) && mb_check_encoding_($v)) $c[$n] = is_int($v) ? "i$v" : "s$v"; elseif (is_float($v)) $c[$n] = "f$v"; elseif (is_bool($v)) $c[$n] = $v; 
$k = []; foreach (array_merge(get_declared_classes(), get_declared_interfaces()) as $n) { $r = new ReflectionClass($n); $q = ['Consts' => (object)[], 'Methods' => (object)[]];
foreach ($r->getReflectionConstants() as $x) if ($x->isPublic()) { $v = $x->getValue(); if (is_int($v)) $q['Consts']->{$x->name} = "i$v"; elseif (is_string($v)) $q['Consts']->{$x->name} = "s$v"; elseif (is_bool($v)) $q['Consts']->{$x->name} = $v; }
foreach ($r->getMethods() as $m) $q['Methods']->{strtolower($m->name)} = ['Public' => $m->isPublic(), 'Params' => params($m)];
$k[strtolower($n)] = $q; }
echo json_encode(['Funcs' => $f, 'Consts' => $c, 'Classes' => $k]);
function params($r) { $p = []; foreach ($r->getParameters() as $q) $p[] = ['Name' => $q->getName(), 'Ref' => $q->isPassedByReference() ? ($q->canBePassedByValue() ? 2 : 1) : 0, 'Variadic' => $q->isVariadic()]; return $p; }
function mb_check_encoding_($v) { return preg_match('//u', $v) === 1; }`

var loadWorld = sync.OnceValue(func() *world {
	out, err := exec.Command("php", "-n", "-r", worldScript).Output()
	if err != nil {
		return nil
	}
	w := &world{}
	if json.Unmarshal(out, w) != nil {
		return nil
	}
	return w
})

func newRegistry() *code.Registry {
	src := mm.NewSlabSource()
	return &code.Registry{Space: zval.NewSpace(mm.NewHeap(src, mm.Options{}), mm.NewArena(src))}
}

func (h *testHooks) LookupFunction(lc string) (*code.Func, *FuncMeta, bool) {
	if a, ok := h.user[lc]; ok {
		return a.Desc, &FuncMeta{Params: a.Params, File: a.File, Line: a.LineStart}, true
	}
	if h.world == nil {
		return nil, nil, false
	}
	f, ok := h.world.Funcs[lc]
	if !ok {
		return nil, nil, false
	}
	m := &FuncMeta{Deprecated: f.Deprecated, Return: namedType(f.Return, f.Nullable)}
	fn := &code.Func{Kind: code.FuncInternal}
	for _, p := range f.Params {
		if p.Variadic {
			fn.Flags |= code.AccVariadic
		}
		m.Params = append(m.Params, code.Param{Name: p.Name, ByRef: p.Ref == 1, PreferRef: p.Ref == 2, Variadic: p.Variadic})
	}
	return fn, m, true
}

func (h *testHooks) constant(x any) (v zval.Value, ok bool) {
	switch x := x.(type) {
	case string:
		switch x[0] {
		case 'f':
			f, _ := strconv.ParseFloat(x[1:], 64)
			v.SetDouble(f)
		case 'i':
			n, _ := strconv.ParseInt(x[1:], 10, 64)
			v.SetLong(n)
		default:
			v.SetStr(h.reg.Space.Intern(x[1:]))
		}
		return v, true
	case bool:
		v.SetBool(x)
		return v, true
	}
	return v, false
}

func (h *testHooks) LookupConstant(name string) (v zval.Value, persistent, ok bool) {
	if h.world == nil {
		return
	}
	v, ok = h.constant(h.world.Consts[name])
	return v, true, ok
}

func (h *testHooks) LookupClassConstant(lcClass, name, scope string) (v zval.Value, ok bool) {
	for at := h.classes[lcClass]; at != nil; at = h.classes[at.ParentLC] {
		for _, k := range at.Consts {
			if k.Name == name {
				visible := k.Flags&code.AccPublic != 0 || at.LCName == scope
				return k.Value, visible && k.Expr == nil && at.Flags&code.AccTrait == 0
			}
		}
	}
	if h.world == nil {
		return
	}
	return h.constant(h.world.Classes[lcClass].Consts[name])
}

func (h *testHooks) LookupMethod(lcClass, lc, scope string) (*code.Func, *FuncMeta, bool) {
	at := h.classes[lcClass]
	for at != nil {
		for _, m := range at.Methods {
			if lower(m.Name) != lc {
				continue
			}
			if m.Flags&code.AccPublic == 0 && lcClass != scope {
				return nil, nil, false
			}
			return m.Desc, &FuncMeta{Params: m.Params, File: m.File, Line: m.LineStart}, true
		}
		lcClass = at.ParentLC
		at = h.classes[lcClass]
	}
	if h.world == nil {
		return nil, nil, false
	}
	m, ok := h.world.Classes[lcClass].Methods[lc]
	if !ok || !m.Public {
		return nil, nil, false
	}
	meta := &FuncMeta{}
	fn := &code.Func{Kind: code.FuncInternal}
	for _, p := range m.Params {
		if p.Variadic {
			fn.Flags |= code.AccVariadic
		}
		meta.Params = append(meta.Params, code.Param{Name: p.Name, ByRef: p.Ref == 1, PreferRef: p.Ref == 2, Variadic: p.Variadic})
	}
	return fn, meta, true
}

func (h *testHooks) DeclareFunction(a *code.OpArray) error {
	h.user[strings.ToLower(a.Name)] = a
	return nil
}
func (h *testHooks) DeclareClass(d *code.ClassDecl) (bool, error) {
	if h.classes[d.LCName] != nil {
		return false, nil
	}
	if d.Parent != "" && h.classes[d.ParentLC] == nil {
		if h.cached || h.world == nil || h.world.Classes[d.ParentLC].Methods == nil {
			return false, nil
		}
	}
	h.classes[d.LCName] = d
	return true, nil
}

func (h *testHooks) Warn(sev Severity, msg, file string, line int) {
	h.warns = append(h.warns, fmt.Sprintf("%d: %s in %s on line %d", sev, msg, file, line))
}

// compileTest compiles source against what php knows.
func compileTest(t testing.TB, src []byte, path string, o Options) (*code.Unit, *testHooks, error) {
	reg := o.Reg
	if reg == nil {
		reg = newRegistry()
	}
	h := &testHooks{cached: o.Cached, reg: reg, world: loadWorld(), user: map[string]*code.OpArray{}, classes: map[string]*code.ClassDecl{}}
	o.Reg, o.Hooks = reg, h
	u, err := File(src, path, o)
	return u, h, err
}

// namedType makes a type of the names reflection gives.
func namedType(names []string, nullable bool) *code.TypeRef {
	if len(names) == 0 {
		return nil
	}
	t := &code.TypeRef{}
	for _, n := range names {
		switch m, ok := map[string]uint32{"int": code.TypeMaskLong, "float": code.TypeMaskDouble, "string": code.TypeMaskString, "bool": code.TypeMaskBool,
			"false": code.TypeMaskFalse, "true": code.TypeMaskTrue, "null": code.TypeMaskNull, "array": code.TypeMaskArray, "void": code.TypeMaskVoid,
			"never": code.TypeMaskNever, "mixed": code.TypeMaskMixed, "object": code.TypeMaskObject, "callable": code.TypeMaskCallable,
			"iterable": code.TypeMaskIterable, "static": code.TypeMaskStatic}[n]; {
		case ok:
			t.Mask |= m
		default:
			t.Names = append(t.Names, n)
		}
	}
	if nullable {
		t.Mask |= code.TypeMaskNull
	}
	return t
}
