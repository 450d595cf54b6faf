package detect_test

import (
	"strings"
	"testing"

	"github.com/agenttest/go/agenttest/chat"
	"github.com/agenttest/go/detect"
)

func benchmarks() map[string]string {
	return map[string]string{
		"english_300": "Great, I've found three hotels near the station for your dates. The Linden is the cheapest, the Park has the best " +
			"reviews, and the Central offers free cancellation until the day before. All of them include breakfast and have rooms left " +
			"for two adults. Which one would you like me to book for you today?",
		"details_300": "I can help with that. Please provide the following details:\n\n1. **Full name**, as it stands in the passport\n" +
			"2. **Date of birth**\n3. **Policy number**, which you find at the top of the letter\n\nOnce I have these, I can look up the " +
			"claim for you and tell you how far it is. Thank you for your patience!",
		"german_300": "Ich habe drei Hotels in der Nähe des Bahnhofs gefunden. Das Linden ist am günstigsten, das Park hat die besten " +
			"Bewertungen und das Central lässt sich kostenlos stornieren. Alle drei haben für Ihre Reisetage noch Zimmer für zwei " +
			"Erwachsene frei. Welches davon möchten Sie, dass ich buche?",
		"russian_300": "Я нашёл три гостиницы рядом с вокзалом. Первая самая дешёвая, у второй лучшие отзывы, а третью можно отменить " +
			"бесплатно. Какую вы хотите забронировать?",
		"chinese_300": "您好，我已经为您找到三家酒店。第一家最便宜，第二家评价最好，第三家可以免费取消。所有酒店都含早餐，并且在您选择的日期都还有空房。" +
			"请问您想预订哪一家酒店？如果还需要其他信息，我可以继续为您查询。",
		"code_300": "Here is the function:\n\n```go\nfunc add(a, b int) int {\n\treturn a + b\n}\n```\n\nIt adds two numbers, and returns " +
			"the sum. I've also written a test:\n\n```go\nfunc TestAdd(t *testing.T) {\n\tif add(1, 2) != 3 {\n\t\tt.Fatal(\"why?\")\n\t}\n}\n```\n\n" +
			"Should I add more cases, or is that enough for you?",
		"lines_10MB": strings.Repeat("This is a plain line of a long reply that tells its user many things.\n", 10<<20/70),
		"line_10MB":  strings.Repeat("a word ", 10<<20/7),
		"fence_10MB": strings.Repeat("```\ncode\n", 10<<20/9),
		"marks_10MB": strings.Repeat("“'\"«[", 10<<20/9),
	}
}

func BenchmarkIsQuestion(b *testing.B) {
	for name, text := range benchmarks() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				detect.IsQuestion(text)
			}
		})
	}
}

func BenchmarkHybrid(b *testing.B) {
	r := chat.Reply(benchmarks()["english_300"])
	d := detect.Hybrid()
	b.ReportAllocs()
	for b.Loop() {
		d.Detect(r)
	}
}
