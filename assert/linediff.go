package assert

import "strings"

// lineDiff returns the difference of two texts line by line, wanted lines marked "-" and those found "+", with up to two
// equal lines around each change.
func lineDiff(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	edits := editScript(a, b)
	const context = 2
	var out strings.Builder
	lines, gap := 0, false
	for i, e := range edits {
		if e.sign == ' ' && !changesNear(edits, i, context) {
			gap = true
			continue
		}
		if gap {
			out.WriteString("  …\n")
			gap = false
		}
		if lines++; lines > 60 {
			out.WriteString("  … and more\n")
			break
		}
		out.WriteByte(e.sign)
		out.WriteString(" " + e.line + "\n")
	}
	return out.String()
}

type edit struct {
	sign byte
	line string
}

func changesNear(edits []edit, i, distance int) bool {
	for k := max(0, i-distance); k <= min(len(edits)-1, i+distance); k++ {
		if edits[k].sign != ' ' {
			return true
		}
	}
	return false
}

// diffCells bounds the table of the comparison; longer texts are shown as replaced from the first changed line to the
// last.
const diffCells = 1 << 20

// editScript returns the lines of both texts, the longest common subsequence of them unmarked.
func editScript(a, b []string) []edit {
	var head, tail []edit
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		head = append(head, edit{' ', a[0]})
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		tail = append(tail, edit{' ', a[len(a)-1]})
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	edits := head
	i, j := 0, 0
	if len(a) > 0 && len(b) > 0 && len(a) <= diffCells/len(b) {
		common := commonLengths(a, b)
		for i < len(a) && j < len(b) {
			switch {
			case a[i] == b[j]:
				edits = append(edits, edit{' ', a[i]})
				i, j = i+1, j+1
			case common[i+1][j] >= common[i][j+1]:
				edits = append(edits, edit{'-', a[i]})
				i++
			default:
				edits = append(edits, edit{'+', b[j]})
				j++
			}
		}
	}
	for _, line := range a[i:] {
		edits = append(edits, edit{'-', line})
	}
	for _, line := range b[j:] {
		edits = append(edits, edit{'+', line})
	}
	for k := len(tail) - 1; k >= 0; k-- {
		edits = append(edits, tail[k])
	}
	return edits
}

// commonLengths returns for each pair of suffixes the length of their longest common subsequence.
func commonLengths(a, b []string) [][]int32 {
	table := make([][]int32, len(a)+1)
	for i := range table {
		table[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				table[i][j] = table[i+1][j+1] + 1
			} else {
				table[i][j] = max(table[i+1][j], table[i][j+1])
			}
		}
	}
	return table
}
