package assert

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Keywords whose schemas apply to the same value as the schema they stand in. A circle of them never comes to an end,
// and the library follows it until the stack overflows, which no program survives.
var (
	inPlaceKeywords     = []string{"not", "if", "then", "else"}
	inPlaceListKeywords = []string{"allOf", "anyOf", "oneOf"}
	inPlaceMapKeywords  = []string{"dependentSchemas", "dependencies"}
)

// place is a schema inside the document: its JSON pointer, its content and the URI against which it resolves references.
type place struct {
	pointer string
	schema  any
	base    *url.URL
}

// circles looks for circles in a schema document.
type circles struct {
	resources map[string]place   // by absolute URI
	anchors   map[string][]place // by URI with the anchor's name as fragment; dynamic ones also by name alone
	done      map[string]bool    // pointers from which no circle can be reached
}

// findCircle returns an error that names the first circle of a schema document.
func findCircle(schema any) error {
	c := circles{map[string]place{}, map[string][]place{}, map[string]bool{}}
	root := place{"#", schema, &url.URL{}}
	c.resources[""] = root
	c.collect(root)
	var start []place
	c.each(root, func(p place) { start = append(start, p) })
	for _, p := range start {
		if err := c.follow(p, nil); err != nil {
			return err
		}
	}
	return nil
}

// each calls f for the schema at p and every schema and value below it, with the base URI that holds there.
func (c *circles) each(p place, f func(place)) {
	f(c.entered(p))
	for _, below := range c.children(c.entered(p)) {
		c.each(below, f)
	}
}

// entered returns p with its base changed by an $id of its own.
func (c *circles) entered(p place) place {
	if object, ok := p.schema.(map[string]any); ok {
		if id, ok := object["$id"].(string); ok && !strings.HasPrefix(id, "#") {
			if ref, err := url.Parse(id); err == nil {
				p.base = p.base.ResolveReference(ref)
			}
		}
	}
	return p
}

func (c *circles) children(p place) []place {
	var out []place
	switch v := p.schema.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if key == "enum" || key == "const" || key == "default" || key == "examples" {
				continue
			}
			out = append(out, place{p.pointer + "/" + escapePointer(key), v[key], p.base})
		}
	case []any:
		for i, e := range v {
			out = append(out, place{p.pointer + "/" + strconv.Itoa(i), e, p.base})
		}
	}
	return out
}

// collect notes what references can name.
func (c *circles) collect(root place) {
	c.each(root, func(p place) {
		object, ok := p.schema.(map[string]any)
		if !ok {
			return
		}
		if id, ok := object["$id"].(string); ok {
			if name, ok := strings.CutPrefix(id, "#"); ok {
				c.anchor(p, name)
			} else {
				c.resources[withoutFragment(p.base)] = p
			}
		}
		for _, keyword := range []string{"$anchor", "$dynamicAnchor"} {
			if name, ok := object[keyword].(string); ok {
				c.anchor(p, name)
			}
		}
		if name, ok := object["$dynamicAnchor"].(string); ok {
			c.anchors[name] = append(c.anchors[name], p)
		}
	})
}

func (c *circles) anchor(p place, name string) {
	key := withoutFragment(p.base) + "#" + name
	c.anchors[key] = append(c.anchors[key], p)
}

// follow walks on from p along the schemas that apply to the same value.
func (c *circles) follow(p place, path []string) error {
	if at := slices.Index(path, p.pointer); at >= 0 {
		return fmt.Errorf("the schema refers to itself in a circle: %s", strings.Join(append(path[at:], p.pointer), " → "))
	}
	if c.done[p.pointer] {
		return nil
	}
	path = append(path, p.pointer)
	for _, next := range c.inPlace(c.entered(p)) {
		if err := c.follow(next, path); err != nil {
			return err
		}
	}
	c.done[p.pointer] = true
	return nil
}

// inPlace returns the schemas that apply to the same value as the one at p.
func (c *circles) inPlace(p place) []place {
	object, ok := p.schema.(map[string]any)
	if !ok {
		return nil
	}
	var out []place
	if ref, ok := object["$ref"].(string); ok {
		out = append(out, c.resolve(p, ref)...)
	}
	if ref, ok := object["$dynamicRef"].(string); ok {
		out = append(out, c.resolve(p, ref)...)
		if _, name, ok := strings.Cut(ref, "#"); ok {
			out = append(out, c.anchors[name]...)
		}
	}
	for _, key := range inPlaceKeywords {
		if below, ok := object[key]; ok {
			out = append(out, place{p.pointer + "/" + key, below, p.base})
		}
	}
	for _, key := range slices.Concat(inPlaceListKeywords, inPlaceMapKeywords) {
		if below, ok := object[key]; ok {
			out = append(out, c.children(place{p.pointer + "/" + key, below, p.base})...)
		}
	}
	return out
}

// resolve returns what a reference names: nothing when it is outside of the document, which the library refuses.
func (c *circles) resolve(p place, ref string) []place {
	parsed, err := url.Parse(ref)
	if err != nil {
		return nil
	}
	target := p.base.ResolveReference(parsed)
	resource, ok := c.resources[withoutFragment(target)]
	switch fragment := target.Fragment; {
	case !ok:
		return nil
	case fragment == "":
		return []place{resource}
	case strings.HasPrefix(fragment, "/"):
		return c.pointed(resource, fragment)
	default:
		return c.anchors[withoutFragment(target)+"#"+fragment]
	}
}

// pointed follows a JSON pointer from a resource.
func (c *circles) pointed(p place, pointer string) []place {
	for _, step := range strings.Split(pointer[1:], "/") {
		step = strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
		below := place{pointer: p.pointer + "/" + escapePointer(step), base: c.entered(p).base}
		switch v := p.schema.(type) {
		case map[string]any:
			var ok bool
			if below.schema, ok = v[step]; !ok {
				return nil
			}
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(v) {
				return nil
			}
			below.schema = v[i]
		default:
			return nil
		}
		p = below
	}
	return []place{p}
}

func withoutFragment(u *url.URL) string {
	plain := *u
	plain.Fragment, plain.RawFragment = "", ""
	return plain.String()
}

func escapePointer(key string) string {
	return strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
}
