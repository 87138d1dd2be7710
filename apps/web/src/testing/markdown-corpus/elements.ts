// The elements of HTML that are drawn, and what stays text.
import type { CorpusText } from './corpus-text.ts'

export const elements: readonly CorpusText[] = [
  ['zhHant', 'H<sub>2</sub>O 與 x<sup>2</sup>', '<p>H<sub>2</sub>O 與 x<sup>2</sup></p>'],
  ['zhHant', '<u>底線</u>、<mark>**「重點」**</mark>', '<p><u>底線</u>、<mark><strong>「重點」</strong></mark></p>'],
  ['zhHant', '按 <kbd>Ctrl</kbd>+<kbd>C</kbd>', '<p>按 <kbd>Ctrl</kbd>+<kbd>C</kbd></p>'],
  [
    'zhHant',
    '<details>\n<summary>點擊**展開**</summary>\n\n內容\n\n- 一\n\n</details>\n\n後文',
    '<details><summary>點擊<strong>展開</strong></summary><p>內容</p><ul>\n<li>一</li>\n</ul></details><p>後文</p>',
  ],
  ['zhHant', '<details><summary>答案</summary>\n內容\n</details>\n後', '<details><summary>答案</summary><p>內容</p></details><p>後</p>'],
  ['zhHant', '<sub>未關 **a</sub>b**', '<p>&lt;sub&gt;未關 <strong>a&lt;/sub&gt;b</strong></p>'],
  ['zhHant', '<u>x<kbd>y</u>z</kbd>', '<p><u>x&lt;kbd&gt;y</u>z&lt;/kbd&gt;</p>'],
  ['zhHant', '<b>粗</b>與<sub class="x">y</sub>', '<p><b>粗</b>與&lt;sub class="x"&gt;y&lt;/sub&gt;</p>'],
  [
    'zhHant',
    '<details>\n<summary><b>點我</b><br>看<em>答案</em></summary>\n<strong>是</strong>\n</details>',
    '<details><summary><b>點我</b><br>\n看<em>答案</em></summary><p><strong>是</strong></p></details>',
  ],
  ['ja', '- <strong>太字</strong>と<i>斜体</i>', '<ul>\n<li><strong>太字</strong>と<i>斜体</i></li>\n</ul>'],
  ['en', '<b onclick=x>a</b> 1 <i 2', '<p>&lt;b onclick=x&gt;a&lt;/b&gt; 1 &lt;i 2</p>'],
  ['zhHant', '<details>\n沒有關', '<details open=""><summary>Details</summary><p>沒有關</p></details>'],
  ['ja', 'CO<sub>2</sub>と<u>下線</u>', '<p>CO<sub>2</sub>と<u>下線</u></p>'],
  [
    'ja',
    '<details>\n<summary>解答</summary>\n\n`<details>` は要素\n\n```\n</details>\n```\n\n</details>',
    '<details><summary>解答</summary><p><code>&lt;details&gt;</code> は要素</p><pre><code>&lt;/details&gt;</code></pre></details>',
  ],
  [
    'ja',
    '| 式 |\n|---|\n| m<sup>2</sup><br>次 |',
    '<table><thead><tr><th>式</th></tr></thead><tbody><tr><td>m<sup>2</sup><br>\n次</td></tr></tbody></table>',
  ],
  ['th', '<mark>เน้น</mark>และ<kbd>Enter</kbd>', '<p><mark>เน้น</mark>และ<kbd>Enter</kbd></p>'],
  ['th', '<summary>ไม่มีอะไร</summary>', '<p>&lt;summary&gt;ไม่มีอะไร&lt;/summary&gt;</p>'],
  ['vi', 'x<sup>2</sup> và <U>gạch</U>', '<p>x<sup>2</sup> và <u>gạch</u></p>'],
  [
    'vi',
    '- mục\n  <details>\n  <summary>Xem</summary>\n\n  nội dung\n  </details>',
    '<ul>\n<li>\n<p>mục</p>\n<details><summary>Xem</summary><p>nội dung</p></details>\n</li>\n</ul>',
  ],
  ['en', '<sub><sub>twice</sub></sub>', '<p><sub><sub>twice</sub></sub></p>'],
  ['en', '</sub>closed only', '<p>&lt;/sub&gt;closed only</p>'],
  ['en', '`<sub>` in code and \\<sub>escaped\\</sub>', '<p><code>&lt;sub&gt;</code> in code and &lt;sub&gt;escaped&lt;/sub&gt;</p>'],
  ['en', '<div>\n**bold**\n</div>', '<p>&lt;div&gt;\n<strong>bold</strong>\n&lt;/div&gt;</p>'],
  ['en', '<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  [
    'en',
    '> <details>\n> <summary>Q</summary>\n> A\n> </details>',
    '<blockquote>\n<details><summary>Q</summary><p>A</p></details>\n</blockquote>',
  ],
  ['en', '1 < 2 and <u', '<p>1 &lt; 2 and &lt;u</p>'],
  [
    'en',
    '<details>\n<summary>A</summary>\n\n<details>\n<summary>B</summary>\n\nin\n\n</details>\n\n</details>',
    '<details><summary>A</summary><details><summary>B</summary><p>in</p></details></details>',
  ],
  ['zhHant', '<mark>重點</mark', '<p>&lt;mark&gt;重點&lt;/mark</p>'],
  ['en', '<SUB>a</sub> <br/> <img src=x>', '<p><sub>a</sub> <br>\n&lt;img src=x&gt;</p>'],
  ['en', '\\<details>\n\nnot folded', '<p>&lt;details&gt;</p><p>not folded</p>'],
  ['en', '</details>\n\nnothing was open', '<p>&lt;/details&gt;</p><p>nothing was open</p>'],
]
