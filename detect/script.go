package detect

import (
	"strings"
	"unicode/utf8"
)

// A script is a set of scripts whose words are not in the lexicon.
type script uint8

const (
	han script = 1 << iota
	kana
	hangul
	arabic
	another
)

// scriptOf returns the script of a letter for which [unlisted] is true.
func scriptOf(c rune) script {
	switch {
	case c >= 0x3040 && c <= 0x30FF || c >= 0xFF66 && c <= 0xFF9D:
		return kana
	case c >= 0x3400 && c <= 0x9FFF || c >= 0xF900 && c <= 0xFAFF || c >= 0x20000 && c <= 0x3FFFF:
		return han
	case c >= 0xAC00 && c <= 0xD7A3 || c >= 0x1100 && c <= 0x11FF:
		return hangul
	case c >= 0x0600 && c <= 0x06FF:
		return arabic
	}
	return another
}

// A scriptCue gives a label to a sentence in a script without spaces, or in a language whose words bend too much to
// list, by what it contains: one of heads and, when there are tails, one of them close behind it. With last, the
// sentence must end with one of heads.
type scriptCue struct {
	script script
	label  label
	heads  string
	tails  string
	last   bool
}

// reach is the number of bytes behind a head in which a tail must begin: four or five characters.
const reach = 18

var scriptCues = []scriptCue{
	// Chinese, in both scripts.
	{script: han, label: ask, heads: "请 請 麻烦 麻煩", tails: "告诉 告訴 提供 输入 輸入 选择 選擇 确认 確認 回复 回覆 说明 說明 描述 发送 發送 发给 填写 填寫 上传 上傳 补充 補充 指定 列出 核对 核對 告知 问 問"},
	{script: han, label: ask, heads: "告诉我 告訴我 我需要您 我需要你 我需要知道 需要您提供 需要你提供 我还需要 我還需要 等待您 期待您的确认"},
	{script: han, label: ask, heads: "吗 嗎 吗？ 是什么 是什麼 多少 哪里 哪裡 呢", last: true},
	{script: han, label: veto, heads: "请注意 請注意 请稍 請稍 请查收 請查收 请放心 請放心 请随时 請隨時 请参考 請參考 请耐心 请勿 請勿 请记得 請記得 请联系 請聯繫 请知悉 请谅解 如有 若有 如果您有 如果你有 如果还有 如果您还有 如果你还有 如果有 有任何 随时告诉 隨時告訴 如需帮助 如需更多 如需进一步 如果需要"},
	{script: han, label: you, heads: "您 你 吗 嗎 请问 請問 呢 是否 需要我"},
	{script: han, label: generic, heads: "什么是 什麼是 为什么 為什麼 您知道 你知道"},
	{script: han, label: courtesy, heads: "谢谢 謝謝 感谢 感謝 祝您 祝你 再见 再見 不客气 不客氣 欢迎 歡迎"},
	{script: han, label: support, heads: "我可以 我会 我會 我将 以便 这样我 例如 比如"},

	// Japanese.
	{script: kana, label: ask, heads: "教えて お知らせ ご入力 入力して お選び 選択して 選んで ご選択 ご記入 記入して お聞かせ ご提供 ご指定 指定して ご回答 お送り 送って ご返信 お答え 答えて お伝え ご教示 アップロードして", tails: "ください 下さい いただけ もらえ ほしい 願い"},
	{script: kana, label: ask, heads: "をお願い"},
	{script: kana, label: ask | you, heads: "ですか ますか でしょうか ませんか ましょうか たか", last: true},
	{script: kana, label: veto, heads: "ございましたら ありましたら あれば お気軽 いつでも お待ちください ご注意 ご了承 お問い合わせ 場合は"},
	{script: kana, label: you, heads: "なさいます よろしい ましょうか いかが どちら 何名 あなた お客様 ご希望 いただけ ますか"},
	{script: kana, label: generic, heads: "とは なぜ どうして"},
	{script: kana, label: courtesy, heads: "ありがとう よろしくお願い 失礼"},
	{script: kana, label: support, heads: "例えば たとえば"},

	// Korean.
	{script: hangul, label: ask, heads: "알려 말씀해 입력해 선택해 보내 제공해 확인해 적어 작성해 골라 답변해 설명해", tails: "주세요 주십시오 주시 주실"},
	{script: hangul, label: ask | you, heads: "까요 나요 가요 습니까", last: true},
	{script: hangul, label: veto, heads: "언제든지 있으시면 있으면 기다려 참고해 유의 궁금한 문의"},
	{script: hangul, label: you, heads: "시겠 하시 신가요 으세요 원하 드릴까요 고객님 오시 나요"},
	{script: hangul, label: courtesy, heads: "감사 안녕히 좋은"},

	// Arabic.
	{script: arabic, label: ask, heads: "يرجى الرجاء فضلك رجاء", tails: "تزويد تقديم إدخال تأكيد اختيار إرسال تحديد ذكر كتابة أخبر أدخل اختر أرسل حدد اكتب"},
	{script: arabic, label: ask, heads: "أخبرني أحتاج"},
	{script: arabic, label: veto, heads: "كان_لديك كنت_بحاجة لا_تتردد الانتظار ملاحظة العلم"},
	{script: arabic, label: you, heads: "هل تريد ترغب لديك تفضل تود"},
	{script: arabic, label: courtesy, heads: "شكر السلامة سعيد"},
}

// A scriptEntry is one head of a cue, without its first letter.
type scriptEntry struct {
	script script
	label  label
	head   string
	tails  []string
	last   bool
}

// indexScripts returns all heads by their first letter. In a list, an underscore is a space.
func indexScripts(cues []scriptCue) map[rune][]scriptEntry {
	words := func(list string) []string {
		all := strings.Fields(list)
		for i := range all {
			all[i] = strings.ReplaceAll(all[i], "_", " ")
		}
		return all
	}
	index := map[rune][]scriptEntry{}
	for _, c := range cues {
		tails := words(c.tails)
		for _, head := range words(c.heads) {
			first, size := utf8.DecodeRuneInString(head)
			index[first] = append(index[first], scriptEntry{c.script, c.label, head[size:], tails, c.last})
		}
	}
	return index
}

// scriptLabels returns the labels of a sentence that has letters of such scripts.
func (lex *lexicon) scriptLabels(text string, in script) label {
	if in&kana != 0 {
		in &^= han // Japanese, which has its own words
	}
	var l label
	text = strings.TrimRight(text, " .!?。！？؟…*_")
	for at, c := range text {
		if c < utf8.RuneSelf {
			continue
		}
		entries := lex.scripts[c]
		for i := range entries {
			e := &entries[i]
			if e.script&in != 0 && l&e.label != e.label && e.begins(text[at+utf8.RuneLen(c):]) {
				l |= e.label
			}
		}
	}
	return l
}

// begins reports whether the entry stands at the beginning of text, from which its first letter has been taken.
func (e *scriptEntry) begins(text string) bool {
	if !strings.HasPrefix(text, e.head) {
		return false
	}
	text = text[len(e.head):]
	if e.last || len(e.tails) == 0 {
		return !e.last || text == ""
	}
	for _, tail := range e.tails {
		if strings.Contains(text[:min(len(text), reach+len(tail))], tail) {
			return true
		}
	}
	return false
}
