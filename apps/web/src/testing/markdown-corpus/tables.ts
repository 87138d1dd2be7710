// Cells with marks that would end them.
import type { CorpusText } from './corpus-text.ts'

export const tables: readonly CorpusText[] = [
  [
    'zhHant',
    '| 式 | 碼 |\n|---|---|\n| $|x|$ | `a|b` |\n| $P(A|B)$ | `x \\| y` |',
    '<table><thead><tr><th>式</th><th>碼</th></tr></thead><tbody><tr><td>$|x|$</td><td><code>a|b</code></td></tr><tr><td>$P(A|B)$</td><td><code>x | y</code></td></tr></tbody></table>',
  ],
  [
    'zhHant',
    '| $|x|$ | 說明 |\n|---|---|\n| 1 | 2 |',
    '<table><thead><tr><th>$|x|$</th><th>說明</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  ],
  [
    'zhHant',
    '| 甲 | 乙 |\n|---|---|\n| 一<br>二 | **「重」**點 |',
    '<table><thead><tr><th>甲</th><th>乙</th></tr></thead><tbody><tr><td>一<br>\n二</td><td><strong>「重」</strong>點</td></tr></tbody></table>',
  ],
  [
    'zhHant',
    '- 項\n\n  | a | b |\n  |---|---|\n  | `c|d` | e |',
    '<ul>\n<li>\n<p>項</p>\n<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td><code>c|d</code></td><td>e</td></tr></tbody></table>\n</li>\n</ul>',
  ],
  [
    'ja',
    '| 集合 | 表記 |\n|---|---|\n| 絶対値 | $|{-3}|$ |',
    '<table><thead><tr><th>集合</th><th>表記</th></tr></thead><tbody><tr><td>絶対値</td><td>$|{-3}|$</td></tr></tbody></table>',
  ],
  [
    'ja',
    '> | 名前 | 値 |\n> |---|---|\n> | `a||b` | 真 |',
    '<blockquote>\n<table><thead><tr><th>名前</th><th>値</th></tr></thead><tbody><tr><td><code>a||b</code></td><td>真</td></tr></tbody></table>\n</blockquote>',
  ],
  [
    'th',
    '| คำสั่ง | ผล |\n|---|---|\n| `ls | wc` | นับ |',
    '<table><thead><tr><th>คำสั่ง</th><th>ผล</th></tr></thead><tbody><tr><td><code>ls | wc</code></td><td>นับ</td></tr></tbody></table>',
  ],
  [
    'vi',
    '| Tên | Giá |\n|:--|--:|\n| Áo | $5 |\n| Mũ | $10 |',
    '<table><thead><tr><th>Tên</th><th>Giá</th></tr></thead><tbody><tr><td>Áo</td><td>$5</td></tr><tr><td>Mũ</td><td>$10</td></tr></tbody></table>',
  ],
  [
    'en',
    '| a | b |\n|---|---|\n| ` | c |',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>`</td><td>c</td></tr></tbody></table>',
  ],
  [
    'en',
    '| a \\| b | c |\n|---|---|\n| $\\|v\\|$ | \\| |',
    '<table><thead><tr><th>a | b</th><th>c</th></tr></thead><tbody><tr><td>$\\|v\\|$</td><td>|</td></tr></tbody></table>',
  ],
  [
    'en',
    'a | b\n--|--\n`x|y` | z',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td><code>x|y</code></td><td>z</td></tr></tbody></table>',
  ],
]
