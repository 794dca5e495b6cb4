package rt

import "github.com/ebb-vm/ebb/core/zval"

// Resources: off-heap headers (zval.Resource) whose payload is a Go value kept
// here by index. Handles are numbered from 1 and never reused.

type resEntry struct {
	kind  string // "stream", "stream-context", ...; "" when closed
	data  any
	free  func(x *Exec, data any)
	hdr   *zval.Resource
	inUse bool
}

type resources struct {
	list []resEntry // index 0 unused
	next int64
}

func (r *resources) init() { r.list = make([]resEntry, 1, 16); r.next = 1 }

// NewResource makes a resource (rc 1) of a kind; free, when not nil, is called
// once with data when it is closed or its last reference goes.
func (x *Exec) NewResource(kind string, data any, free func(x *Exec, data any)) *zval.Resource {
	h := zval.ResourceAt(x.Heap.Alloc(zval.ResourceSize))
	h.GC.RC = 1
	h.GC.TypeInfo = uint32(zval.ResourceT) | zval.GCNotCollectable
	h.Handle = x.handles.next
	x.handles.next++
	h.Kind = 1
	h.Index = uint64(len(x.handles.list))
	x.handles.list = append(x.handles.list, resEntry{kind: kind, data: data, free: free, hdr: h, inUse: true})
	return h
}

// SkipHandle consumes a resource number without making a resource.
func (x *Exec) SkipHandle() { x.handles.next++ }

// Resource returns a resource's kind and payload; kind is "" once it is closed.
func (x *Exec) Resource(r *zval.Resource) (kind string, data any) {
	if r.Index == 0 || int(r.Index) >= len(x.handles.list) {
		return "", nil
	}
	e := &x.handles.list[r.Index]
	return e.kind, e.data
}

// ResourceKind is a resource's type name as get_resource_type gives it.
func (x *Exec) ResourceKind(r *zval.Resource) string {
	if k, _ := x.Resource(r); k != "" {
		return k
	}
	return "Unknown"
}

// CloseResource ends a resource; references to it stay valid but closed.
func (x *Exec) CloseResource(r *zval.Resource) {
	if r.Index == 0 {
		return
	}
	e := &x.handles.list[r.Index]
	if e.kind == "" {
		return
	}
	free, data := e.free, e.data
	e.kind, e.data, e.free = "", nil, nil
	r.Kind = -1
	if free != nil {
		free(x, data)
	}
}

// Resources calls fn with every open resource in order of handles.
func (x *Exec) Resources(fn func(r *zval.Resource, kind string)) {
	for i := range x.handles.list {
		if e := &x.handles.list[i]; e.inUse && e.kind != "" {
			fn(e.hdr, e.kind)
		}
	}
}

// freeResource is the Space's hook: the last reference is gone.
func (x *Exec) freeResource(r *zval.Resource) {
	x.CloseResource(r)
	if r.Index != 0 && int(r.Index) < len(x.handles.list) {
		x.handles.list[r.Index] = resEntry{}
	}
}

// freeAll closes what is still open at the end of the request, last first.
func (h *resources) freeAll(x *Exec) {
	for i := len(h.list) - 1; i > 0; i-- {
		e := &h.list[i]
		if !e.inUse {
			continue
		}
		x.CloseResource(e.hdr)
	}
}

// resourceClosed reports a resource that was closed.
func (x *Exec) resourceClosed(r *zval.Resource) bool {
	k, _ := x.Resource(r)
	return k == ""
}
