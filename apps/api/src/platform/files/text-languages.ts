// Which characters the texts of a language have beyond ASCII, and in which encodings they were written before UTF-8.

/** How the characters beyond ASCII stand in a text: among ASCII letters, as words of their own, or without words. */
export type Writing = 'latin' | 'alphabet' | 'ideographs'

/**
 * Within a group, characters are equally frequent, or come by their frequency: with a flatness of 1, the second one is half as frequent as
 * the first one.
 */
type Group = readonly [characters: string, share: number, flatness?: number]

export type TextLanguage = {
  readonly writing: Writing
  /** With the natural logarithm of how much rarer each is than the encoding of the most texts. */
  readonly encodings: Readonly<Record<string, number>>
  /** The share of its characters that each group has. */
  readonly groups: readonly Group[]
  /** What its texts do not have. */
  readonly misplaced?: RegExp
}

/** Of any text: units, quotation marks, signs. */
const symbols = '°±µ²³·×÷–—‘’“”„«»•…€£¥§©®™‰½¼¾ºª¹¿¡Ø\u00a0\u00ad'

const upper = (letters: string) => letters.toUpperCase().replaceAll(/\p{ASCII}/gu, '')

/** With the letters by how frequent they are. */
const createAlphabet = (writing: Writing, encodings: TextLanguage['encodings'], letters: string): TextLanguage => {
  const flatness = writing === 'latin' ? 1 : 8
  return {
    writing,
    encodings,
    groups: [
      [letters, 0.79, flatness],
      [upper(letters), 0.05, flatness],
      [symbols, 0.15],
    ],
  }
}

const western = { 'windows-1252': 0, 'iso-8859-15': -4, macintosh: -7, ibm850: -7 }
const central = { 'windows-1250': -2, 'iso-8859-2': -4, ibm852: -8 }
const cyrillic = { 'windows-1251': -2, 'koi8-r': -4, 'iso-8859-5': -5, ibm866: -4 }
const baltic = { 'windows-1257': -3, 'iso-8859-13': -5, 'iso-8859-4': -6 }

const westernLetters = ['üäöß', 'éàèêôîçâùûœëï', 'óáíúñéü', 'ãçáéíóõúêâàô', 'àèòùéì', 'äöåé', 'øæåé', 'ðáæíóöþúýé', 'óàéíèòçúïü', 'éëïóèö']
const centralLetters = ['íáéřěčýžšůúóňťď', 'áíýčúťéžľšóôäňĺďŕ', 'łżąęśćóńź', 'áéíóöőüúű', 'čšžćđ']
const balticLetters = ['šėųįąžčūę', 'āēīšļūņķžģč', 'äõüöžš']

const alphabets: readonly TextLanguage[] = [
  { writing: 'latin', encodings: western, groups: [[symbols, 0.95]] },
  ...westernLetters.map((letters) => createAlphabet('latin', western, letters)),
  ...centralLetters.map((letters) => createAlphabet('latin', central, letters)),
  ...['ăîțșâ', 'ăîţşâ'].map((letters) => createAlphabet('latin', { ...central, 'iso-8859-16': -5 }, letters)),
  createAlphabet('latin', { 'windows-1254': -2 }, 'ışçüğöâî'),
  ...balticLetters.map((letters) => createAlphabet('latin', baltic, letters)),
  createAlphabet('latin', { 'iso-8859-3': -6 }, 'ċġħżàĉĝĥĵŝŭ'),
  createAlphabet('alphabet', cyrillic, 'оеаинтрслвпкдмуязьыйбчгжфцюхшщэёъ'),
  createAlphabet('alphabet', { ...cyrillic, 'koi8-u': -4 }, 'оаниевтрікслдпумзябйчьгжцєфхюшїщґ'),
  createAlphabet('alphabet', { 'windows-1251': -2, 'iso-8859-5': -6 }, 'аениотрсвдпзклмъябучжгйфцшщхюѝ'),
  createAlphabet('alphabet', { 'windows-1251': -3, 'iso-8859-5': -6 }, 'аеионртскупдвмјзлбгњшчцљжћфхђџѓќѕ'),
  createAlphabet('alphabet', { 'windows-1253': -2, 'iso-8859-7': -3 }, 'αοετνισρημπκυςλίδγήέόάχωθφύβώξζψϊΐϋΰ'),
  createAlphabet('alphabet', { 'windows-1255': -3, 'iso-8859-8': -4 }, 'יותמלהרנשאבקדפסעםגחכטןצזךץףװױײ'),
  createAlphabet('alphabet', { 'windows-1256': -3, 'iso-8859-6': -5 }, 'اليمرتوةنفدعسبحقكصأجطخهشإذغضزىثئءظؤآ،؛؟'),
]

const thaiMarks = String.raw`\u0e31\u0e34-\u0e3a\u0e47-\u0e4e`

/** Marks stand on a consonant, vowels before or behind one. */
const misplacedThai = new RegExp(
  `(?<![\\u0e01-\\u0e2e${thaiMarks}])[${thaiMarks}\\u0e30\\u0e32\\u0e33]|[\\u0e40-\\u0e44](?![\\u0e01-\\u0e2e])`,
  'g',
)

const thai: TextLanguage = {
  writing: 'alphabet',
  encodings: { 'windows-874': 0 },
  groups: [
    ['าอรมกนเงดลแตบไยสขวทจพหคปะชำใถผโณ', 0.68, 8],
    ['\u0e48\u0e49\u0e31\u0e35\u0e34\u0e37\u0e39\u0e4c\u0e38\u0e47', 0.26, 8],
    ['ซธณญฟษศภฐฝฉฎฏฆฑฒฬฮฌฤ\u0e36\u0e4a\u0e4bๆฯ๐๑๒๓๔๕๖๗๘๙–“”', 0.055],
  ],
  misplaced: misplacedThai,
}

const tones = '\u0300\u0301\u0303\u0309\u0323'

/** Most tones are marks behind their vowel. */
const vietnamese: TextLanguage = {
  writing: 'latin',
  encodings: { 'windows-1258': -1 },
  groups: [
    [tones, 0.38],
    ['đâêôăơư', 0.4],
    ['áàéèíóúù', 0.15],
    ['ĐÂÊÔĂƠƯ', 0.03],
    [symbols, 0.03],
  ],
  misplaced: new RegExp(`(?<![aeiouyăâêôơư])[${tones}]`, 'gi'),
}

const decodeRows = (encoding: string, first: number, last: number) => {
  const bytes: number[] = []
  for (let lead = first; lead <= last; lead += 1) for (let trail = 0xa1; trail <= 0xfe; trail += 1) bytes.push(lead, trail)
  return new TextDecoder(encoding).decode(Buffer.from(bytes)).replaceAll('\ufffd', '')
}

const fullWidth =
  '　，。、：；！？（）「」『』《》〈〉【】〔〕・…—～％＋－＝／．０１２３４５６７８９ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ‧℃°±×÷μ①②③④⑤⑥⑦⑧⑨⑩→←↑↓≦≧≤≥※■□◆○●★△▲“”‘’·'
const hiragana =
  'ぁぃぅぇぉあいうえおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろわをん'
const katakana =
  'アイウエオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロワヲンヴァィゥェォー'

const halfWidthKatakana = 'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝｧｨｩｪｫｬｭｮｯｰﾞﾟ･｡｢｣､'

const simplified =
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严请输错误删添密码登录页编辑字符项未令模失语配息序显败户库换读索版找创签键您操函服钥含软告执态串默启移略档块允检缺获超限警缓径否载归印退止窗束源端修忽链试范注像围返视排终缩址域替闭助跳预隔送补扩份供搜访描译远控恢功纺纤棉纱丝染湿浓溶液伸厚批'
const traditional =
  '的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能下過子說產種面而方後多定行學法所民得經十三之進著等部度家電力裡如水化高自二理起小物現實加量都兩體制機當使點從業本去把性好應開它合還因由其些然前外天政四日那社義事平形相全表間樣與關各重新線內數正心反你明看原又麼利比或但質氣第向道命此變條只沒結解問意建月公無系軍很情者最立代想已通並提直題黨程展五果料象員革位入常文總次品式活設及管特件長求老頭基資邊流路級少圖山統接知較將組見計別她手角期根論運農指幾九區強放決西被做必戰先回則任取據處隊南給色光門即保治北造百規熱領七海口東導器壓志世金增爭濟階油思術極交受聯什認六共權收證改清己美再採轉更單風切打白教速花帶安場身車例真務具萬每目至達走積示議聲報完類八離華名確才科張信馬節話米整空元況今集溫傳土許步群廣石記需段研界拉林律叫且究觀越織裝影算低持音眾書布復容兒須際商非驗連斷深難近千周委素技備半辦青省列習響約支般史感勞便團往歷市克何除消構府稱太準精值號率族維劃選標寫存候毛親快效斯院查江型眼王按格養易置派層片始卻專狀育廠京識適屬圓包火住調滿縣局照參紅細引聽該鐵價嚴台灣請檔案輸錯誤刪碼頁編輯試字項未模錄訊符語令版失執讀敗鍵啟您找移態庫串換視服套否端告修略序援徑源含限警索密簽息複塊束印載擇伺停檢窗尋像併暫忽址止衝封範覆籤配欄縮排份缺供搜允送域譯遠函留析註軟圍憑儲寬超章控測閉緩隔追功網終補依替紡纖紗棉絲染濕濃溶液伸厚批'
const japanese =
  '日一国人年大十二本中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨会同事自社発者地業方新場員立開手力問代明動京目通言理体田主題意不作用度強公持野以思家世多正安院心界教文元重近考画海売知道集別物使品計特私始朝運終台広住真有口少町料工建空急止送切転研足究起着店質待試族早親験英医仕去味写字答夜音注古買悪図週室歩風紙黒花春赤青館屋色走秋夏習駅洋旅服政議民連対部合市内相定回選米実関決全表戦経最現調化当約首法性要制治務成期取都和機平加受続進数記初指権支産点報済活原共得解交資予向際勝面告反判認参利組信在件側任引求所次昨論官増係感情投示変打直両式確果容必能位置流格過局放常状与供役構割身費付由説難優収断石違消番規術備害配育席残想声念助労例然限追商葉伝働形落好頭失差守種美命望非観察段深申様識達良候程満値光路科積他処太客師登易速存号単座破除完降責給具因未適込類余返熱険途許便精散等更刻似列探到糸織布綿絹繊維測温湿圧績効無設敗型再了検鍵証接警換照義複索含保準択算囲覧標署範視個態張端拡順項移素整異既暗区操幅末各令細序扱印復装替量条並依否'
const korean =
  '이다는의에가을고하지로를은기한시사자도리어인서대수정나그해일아과제부전상원보라스구성게주장여들있것적국만유소조신안공세계동오드비미분트우경관생중방위문내년화체연때무러모회선설용진치실교발음직습니까등운학요입며되면할물두식반재개질말행권금각했된데와단후간없야르거출당람력달터호민김품열심결점색통복온업현강외같천월속약추본활영알최려히송임름별차저키살네버더록급군감레테형남북표청석건래배파크박토받편포노집격변검불증산광및손환법평확근독태예책목프플페너십총섬험규작합션않으값옵함패명바못디잘령메블료번류렉필브읽마었코타줄항또베른접찾절능럼끝템새참준백초종든됨매링져택역램쓸딩뤄축림글따맞압존완많됩막순볼길렸립컨슬창향켜컬움닌칙잠캐닫충벗취앞양뷰께났혹큰피루날효특린울빈웨족응긴깁픽째먼채갑귀덤측폭'

/** Those of the first level of a standard are the most, and few in any text. */
const createIdeographs = (encodings: TextLanguage['encodings'], common: readonly Group[], level: string): TextLanguage => ({
  writing: 'ideographs',
  encodings,
  groups: [...common, [fullWidth, 0.06], [level, 0.15]],
})

/** The common ones, by their frequency. */
const flatness = 30

const listEastAsian = (): readonly TextLanguage[] => [
  createIdeographs(
    { big5: 0, gb18030: -4 },
    [
      [traditional, 0.78, flatness],
      [hiragana + katakana, 0.005],
    ],
    decodeRows('big5', 0xa4, 0xc6),
  ),
  createIdeographs({ gb18030: -0.5 }, [[simplified, 0.78, flatness]], decodeRows('gb18030', 0xb0, 0xd7)),
  createIdeographs(
    { shift_jis: 0, 'euc-jp': -2 },
    [
      [hiragana, 0.36],
      [katakana, 0.17],
      [japanese, 0.24, flatness],
    ],
    decodeRows('euc-jp', 0xb0, 0xcf),
  ),
  // Of older systems.
  {
    writing: 'ideographs',
    encodings: { shift_jis: -1 },
    groups: [
      [halfWidthKatakana, 0.9],
      [japanese, 0.08],
    ],
  },
  createIdeographs({ 'euc-kr': -1 }, [[korean, 0.9, flatness]], decodeRows('euc-kr', 0xb0, 0xc8)),
]

let languages: readonly TextLanguage[] | undefined

/** Returns all of them; made on use, as most files need none. */
export function listLanguages(): readonly TextLanguage[] {
  languages ??= [...listEastAsian(), thai, vietnamese, ...alphabets]
  return languages
}
