package detect

// Words that may stand before the first word of a clause, in the languages below.
const (
	otherFillers = `vale claro perfecto gracias bien entonces ahora por favor d accord parfait bien alors maintenant oui bonjour s il vous te plaît svp
	gut gerne natürlich also aber dann nun ja hallo danke bitte verstanden super bene certo allora ora sì ciao per favore prego ótimo obrigado
	obrigada então agora sim olá goed prima dan maar nu хорошо отлично пожалуйста здравствуйте да конечно понятно`
	otherJoins = `y pero et mais und aber oder e ed ma mas en of и а но или`
)

const frenchGiving = "indiquer|préciser|confirmer|fournir|donner|envoyer|choisir|sélectionner|communiquer|transmettre|répondre|saisir|" +
	"entrer|décrire|renseigner|dire|partager|joindre|compléter|remplir|vérifier|spécifier|taper|faire"

// What a closing is about, in the languages below: the rest of "If you have …".
const (
	restES = "más|alguna|otra|algo|duda|dudas|pregunta|preguntas|cualquier|ayuda"
	restFR = "question|questions|autre|autres|besoin|aide|plus|quoi"
	restDE = "fragen|frage|hilfe|etwas|weitere|noch|mehr|probleme"
	restIT = "altro|domande|aiuto|bisogno|ulteriori|dubbi"
	restPT = "mais|alguma|outra|algo|dúvida|dúvidas|pergunta|ajuda|qualquer"
	restNL = "vragen|hulp|nog|iets|verder"
	restRU = "вопросы|вопрос|помощь|ещё|еще|что"
)

var languages = []cue{
	// Words for buttons and menus, which make an imperative an instruction.
	{anywhere, notice, "clic|clique|cliquez|cliquant|cliquer|klicken|klick|klicke|clicca|cliccando|clicando|klik|нажмите|нажав"},
	{anywhere, steps, "menü|menú|menu|menù|einstellungen|ajustes|paramètres|impostazioni|configurações|instellingen|настройках|" +
		"настройки|webseite|taste|botón|bouton|schaltfläche|pulsante"},

	// Spanish.
	{anywhere, please, "por favor"},
	{clause, demand, "indique|indica|proporcione|proporciona|facilite|facilita|especifique|especifica|aclare|aclara|elija|elige|escoja|escoge|" +
		"confirme|confirma|comparta|comparte|responda|responde|precise"},
	{clause, ask | personal, "indíqueme|indícame|indíquenos|dígame|dime|díganos|proporcióneme|proporcióname|facilíteme|facilítame|" +
		"facilítenos|envíeme|envíame|envíenos|confírmeme|confírmame|cuénteme|cuéntame|mándeme|mándame|deme|dame|compártame|explíqueme|explícame"},
	{soft, bare, "introduzca|introduce|ingrese|ingresa|escriba|escribe|seleccione|selecciona|adjunte|adjunta|envíe|envía|rellene|rellena|" +
		"complete|completa|diga|describa|describe|verifique|verifica"},
	{anywhere, ask, "necesito|necesitamos|necesitaría|requiero|preciso ~2 su|sus|tu|tus|que|saber|el|la|los|las|conocer|algunos|" +
		"algunas|más|confirmar|de|do|da|dos|das|seu|sua"},
	{anywhere, ask, "me|nos falta|faltan|gustaría ~1 su|saber|el|la|conocer|tu"},
	{clause, ask, "hágame|hazme|háganos saber !si"},
	{anywhere, ask, "avíseme|avísame|avísenos cuál|qué|cuándo|cuántos|cuántas|dónde|cómo"},
	{anywhere, veto, "no dude|dudes|duden|duda"},
	{clause, veto, "si ~4 " + restES},
	{anywhere, veto, "cualquier duda|pregunta|consulta|cosa"},
	{anywhere, notice, "por favor ~1 tenga|ten|espere|espera|recuerde|recuerda|consulte|disculpe|encuentre|contacte"},
	{anywhere, veto, "un momento|instante|segundo por favor"},
	{clause, courtesy, "estoy|estamos|quedo|quedamos aquí|a|disponible|atento|atenta"},
	{clause, courtesy, "que tenga|tengas|disfrute|disfrutes"},
	{anywhere, courtesy, "gracias|saludos|adiós|bienvenido|bienvenida !a|al"},
	{clause, courtesy, "buen|buena|buenos|buenas|feliz|hasta|de viaje|día|tarde|noche|días|tardes|noches|luego|pronto|nada"},
	{anywhere, you, "usted|ustedes|su|sus|tu|tus|te|ti|desea|deseas|desean|quiere|quieres|prefiere|prefieres|puede|puedes|podría|" +
		"podrías|gustaría|tiene|tienes|necesita|necesitas"},
	{anywhere, generic, "cómo puedo|funciona|hago|se"},
	{anywhere, support, "puede|puedes ~1 encontrarlo|encontrarla|encontrar|elegir|decir"},
	{anywhere, support, "así|ejemplo|está en"},

	// French.
	{anywhere, please, "s il vous|te plaît|plait"},
	{anywhere, please, "svp|stp"},
	{anywhere, ask, "veuillez|merci ~5 " + frenchGiving},
	{anywhere, ask, "pouvez|pourriez|peux|pourrais vous|tu ~4 " + frenchGiving},
	{clause, ask | personal, "dites|donnez|envoyez|indiquez|précisez|confirmez|communiquez|expliquez|montrez|dis|donne|envoie|" +
		"indique|précise|explique moi|nous"},
	{clause, demand, "indiquez|précisez|confirmez|choisissez|répondez|décrivez"},
	{clause, ask, "faites|fais moi|nous savoir !si"},
	{anywhere, ask, "ai|avons|aurais|aurai ~2 besoin d|de|du|des !un|quelques"},
	{anywhere, ask, "il me|nous faut|manque|faudrait|faudra"},
	{anywhere, ask, "aimerais|souhaiterais|voudrais savoir|connaître"},
	{anywhere, veto, "n hésitez|hésite"},
	{clause, veto, "si ~4 " + restFR},
	{anywhere, veto, "pour toute question|demande|information"},
	{anywhere, notice, "veuillez ~1 noter|patienter|trouver|agréer|excuser|contacter|consulter|attendre|conserver"},
	{anywhere, veto, "un instant|moment s"},
	{anywhere, courtesy, "merci|cordialement|bienvenue|félicitations"},
	{clause, courtesy, "bonne|bon|à|au|avec|de|je|nous ~1 journée|soirée|voyage|bientôt|revoir|plaisir|rien|reste|restons|chance|" +
		"route|séjour"},
	{anywhere, you, "vous|votre|vos|tu|ton|ta|tes|toi|souhaitez|voulez|préférez|avez|êtes"},
	{anywhere, you, "dois|puis|devrais je"},
	{anywhere, generic, "comment puis|fonctionne|faire|ça"},
	{anywhere, support, "vous pouvez|trouverez"},
	{anywhere, support, "exemple|figure|permettra|aidera|pourrai"},

	// German.
	{anywhere, please, "bitte"},
	{anywhere, ask | personal, "nennen|nenne|nenn|sagen|sag|sage|geben|gib|schicken|schick|senden|sende|teilen|teile|verraten|" +
		"verrate|erzählen|erzähl|zeigen|zeig|beschreiben sie|du|bitte? mir|uns"},
	{clause, ask | personal, "nenne|nenn|sag|sage|gib|schick|schicke|sende|teile|teil|verrate|verrat|erzähl|zeig|beschreib mir|uns"},
	{clause, ask, "bitte ~2 nennen|nenne|geben|gib|teilen|teile|schicken|schick|senden|sende|bestätigen|bestätige|wählen|wähle|" +
		"sagen|sag|beschreiben|" +
		"beschreibe|antworten|antworte|beantworten|beantworte|tragen|trage|ergänzen|ergänze|laden|lade|füllen|fülle|präzisieren|" +
		"tippen|tippe|tippt"},
	{clause, ask, "bitte ~6 angeben|nennen|bestätigen|mitteilen|auswählen|eingeben|senden|schicken|wählen|hochladen|ausfüllen|" +
		"ergänzen|beantworten $"},
	{clause, demand, "bestätigen|bestätige|wählen|wähle|antworten|antworte|nennen|nenne sie|bitte|mit|eine|einen|ein|ihre|ihren"},
	{anywhere, ask, "ich|wir ~2 benötige|brauche|bräuchte|benötigen|brauchen|bräuchten !nicht|kein|keine|einen|nur"},
	{anywhere, ask, "benötige|brauche|bräuchte ich|wir"},
	{start, ask, "ihr|ihre|ihren|dein|deine|deinen|den|die|das|welche|welcher|welches ~4 bitte $"},
	{anywhere, ask, "mir|uns fehlt|fehlen"},
	{anywhere, ask, "fehlt|fehlen mir|uns|noch"},
	{anywhere, ask, "ich würde|möchte|wüsste gern|gerne ~3 wissen"},
	{clause, ask, "lassen|lass sie? mich|uns wissen , !wenn|falls|sollten"},
	{clause, veto, "lassen|lass ~3 wissen ~1 wenn|falls|sollten"},
	{anywhere, veto, "bei|für ~2 fragen|problemen|rückfragen"},
	{clause, veto, "falls|wenn|sollten|solltest|haben|hast ~4 " + restDE},
	{anywhere, veto, "melden|melde sie|dich|sich"},
	{anywhere, veto, "zögern|jederzeit"},
	{clause, notice, "bitte ~2 beachten|beachte|warten|warte|haben|entschuldigen|entschuldige|denken|denk|wenden|kontaktieren|" +
		"bewahren|halten|lesen|finden|rufen|melden"},
	{anywhere, veto, "moment|augenblick|minute bitte"},
	{anywhere, veto, "einen kleinen? moment|augenblick"},
	{anywhere, courtesy, "danke|dank|willkommen|tschüss|grüße|grüßen|entschuldigung !der|des|dem|einer|eines"},
	{clause, courtesy, "schönen|schöne|guten|gute|viel|viele|auf|gern|gerne|ich ~2 tag|abend|wochenende|reise|spaß|erfolg|glück|" +
		"wiedersehen|geschehen|helfe|freue|aufenthalt"},
	{anywhere, you, "sie|ihr|ihre|ihren|ihrem|ihrer|ihnen|du|dein|deine|deinen|dir|dich|möchten|möchtest"},
	{anywhere, you, "soll|sollen|darf|dürfen ich|wir"},
	{anywhere, generic, "wie|wo|kann|wann kann|funktioniert|setze|muss|ich|erfolgt ~1 ich|das|es|die|der|mein|meine"},
	{anywhere, support, "damit|dann|so kann|könnte ich"},
	{anywhere, support, "beispiel|steht"},
	{anywhere, support, "sie finden"},
	{start, answer, "ja|nein|weil|sí|porque|oui|parce|perché|sim|потому !bitte"},

	// Italian.
	{anywhere, please, "per favore|cortesia|piacere"},
	{clause, ask | personal, "dimmi|mi dica|indichi|fornisca|confermi|invii|mandi|specifichi|serve|servono|serva"},
	{clause, ask | personal, "dimmi|mi|inviami|indicami|mandami|confermami|dammi|fammi ~1 il|la|lo|i|le|l|qual|quale|quanti|quante|" +
		"quando|dove|se|che|sapere|una|un"},
	{clause, demand, "indichi|fornisca|confermi|scelga|specifichi|scegli|indica|fornisci"},
	{soft, bare, "conferma|specifica|inserisca|inserisci|scriva|scrivi|selezioni|seleziona|invii|invia|carichi|carica|risponda|rispondi|descriva|descrivi"},
	{anywhere, ask, "ho|abbiamo|avrei|avrò ~1 bisogno di|del|della|dei|delle|che !un"},
	{anywhere, ask, "mi|ci serve|servono|servirebbe|manca|mancano"},
	{anywhere, veto, "non esiti|esitare|esitate"},
	{clause, veto, "se ~4 " + restIT},
	{anywhere, courtesy, "grazie|prego|arrivederci|saluti|benvenuto"},
	{clause, courtesy, "buona|buon|a ~1 giornata|serata|viaggio|presto|fortuna"},
	{anywhere, you, "lei|suo|sua|suoi|sue|tuo|tua|tuoi|tue|ti|vuole|vuoi|desidera|desideri|preferisce|preferisci|può|puoi|vorrebbe|vorresti"},

	// Portuguese.
	{clause, demand, "informe|indique|confirme|forneça|compartilhe|especifique|escolha|responda|esclareça"},
	{clause, ask | personal, "diga|informe|envie|mande|conte|mostre|me|passe me|nos|diga|informe|envie|mande|conte !se"},
	{soft, bare, "digite|selecione|envie|preencha|insira|anexe|descreva|escreva|verifique"},
	{anywhere, ask, "preciso|precisamos|precisaria ~2 do|da|dos|das|de|que|saber !um"},
	{anywhere, ask, "falta|faltam ~1 o|a|os|as|seu|sua"},
	{anywhere, veto, "não hesite"},
	{clause, veto, "se|caso ~4 " + restPT},
	{anywhere, veto, "qualquer dúvida|coisa|pergunta"},
	{anywhere, notice, "por favor ~1 aguarde|note|observe|lembre|espere"},
	{anywhere, courtesy, "obrigado|obrigada|tchau|abraços|disponha"},
	{clause, courtesy, "bom|boa|até|estou|fico ~2 dia|tarde|noite|viagem|logo|breve|disposição|aqui"},
	{anywhere, you, "você|vocês|seu|sua|seus|suas|deseja|quer|prefere|gostaria|pode|poderia|tem"},

	// Dutch.
	{anywhere, please, "alstublieft|alsjeblieft|graag"},
	{clause, ask | personal, "geef|vertel|stuur|noem|laat|zeg mij|me|ons !als|of|weten"},
	{clause, ask | personal, "laat|laten mij|me|ons weten !als|of|indien"},
	{clause, veto, "laat|laten mij|me|ons weten als|indien"},
	{clause, demand, "bevestig|kies|specificeer|beschrijf|beantwoord|gelieve"},
	{soft, bare, "vul|voer|typ|stuur|selecteer|upload|geef"},
	{anywhere, ask, "ik|we|wij heb|hebben ~6 nodig"},
	{anywhere, veto, "als|mocht|indien|heb|heeft u|je ~3 " + restNL},
	{anywhere, veto, "aarzel"},
	{anywhere, veto, "moment|ogenblik geduld|alstublieft"},
	{anywhere, courtesy, "bedankt|dank|welkom|groet|groeten|succes"},
	{clause, courtesy, "fijne|prettige|goede|tot|veel|graag dag|avond|reis|ziens|straks|plezier|gedaan|weekend|weekeinde"},
	{anywhere, you, "u|uw|jij|jouw|wilt|wil|jullie"},
	{anywhere, you, "zal|moet|mag ik"},

	// Russian.
	{anywhere, please, "пожалуйста|прошу"},
	{clause, demand, "укажите|сообщите|подтвердите|назовите|уточните|скажите|пришлите|укажи|скажи|уточни|подтверди|расскажите|" +
		"предоставьте|опишите"},
	{soft, bare, "выберите|введите|отправьте|напишите|дайте|ответьте|загрузите|заполните|проверьте|выбери|напиши|отправь"},
	{anywhere, ask, "мне|нам ~2 нужен|нужна|нужно|нужны|понадобится|понадобятся|потребуется|требуется"},
	{anywhere, ask, "хотел|хотела|хотелось|бы узнать|уточнить"},
	{clause, veto, "если ~5 " + restRU},
	{anywhere, veto, "обращайтесь|подождите|стесняйтесь"},
	{anywhere, veto, "обратите внимание"},
	{anywhere, courtesy, "спасибо|свидания|удачи|благодарю|рад|рада"},
	{clause, courtesy, "хорошего|приятного|всего|до"},
	{anywhere, you, "вы|вас|вам|вами|ваш|ваша|ваше|ваши|вашего|вашей|вашу|хотите|хотели|желаете|ты|тебе|твой|можете"},
	{anywhere, generic, "что такое"},
	{anywhere, generic, "почему|как работает"},
}
