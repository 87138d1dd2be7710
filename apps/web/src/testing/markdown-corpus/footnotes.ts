// Footnotes.
import type { CorpusText } from './corpus-text.ts'

export const footnotes: readonly CorpusText[] = [
  [
    'zhHant',
    '說明[^1]與[^註]。\n\n再說[^1]。\n\n[^1]: 第一個，含**「重點」**內容。\n[^註]: 第二個。',
    '<p>說明<sup>1</sup>與<sup>2</sup>。</p><p>再說<sup>1</sup>。</p><ol><li><p>第一個，含<strong>「重點」</strong>內容。</p></li><li><p>第二個。</p></li></ol>',
  ],
  [
    'zhHant',
    '- 甲[^1]\n\n  [^1]: 清單裡的註，含**「重點」**\n- 乙\n\n> 引文[^2]\n>\n> [^2]: 引文裡的註\n\n後文',
    '<ul>\n<li>\n<p>甲<sup>1</sup></p>\n</li>\n<li>\n<p>乙</p>\n</li>\n</ul><blockquote>\n<p>引文<sup>2</sup></p>\n</blockquote><p>後文</p><ol><li><p>清單裡的註，含<strong>「重點」</strong></p></li><li><p>引文裡的註</p></li></ol>',
  ],
  [
    'en',
    '1. a[^x]\n   > b[^y]\n   >\n   > [^y]: Two\n   > lines.\n2. c\n\n   [^x]: One.',
    '<ol start="1">\n<li>a<sup>1</sup>\n<blockquote>\n<p>b<sup>2</sup></p>\n</blockquote>\n</li>\n<li>c</li>\n</ol><ol><li><p>One.</p></li><li><p>Two\nlines.</p></li></ol>',
  ],
  [
    'vi',
    'Chữ[^1].\n\n- [^1]: Một.\n- `[^2]: mã`\n\n  ```\n  [^1]: mã\n  ```',
    '<p>Chữ<sup>1</sup>.</p><ul>\n<li>\n<p><code>[^2]: mã</code></p>\n<pre><code>[^1]: mã</code></pre>\n</li>\n</ul><ol><li><p>Một.</p></li></ol>',
  ],
  ['zhHant', '沒有定義的[^9]', '<p>沒有定義的[^9]</p>'],
  ['zhHant', '[^1]: 沒有人提的註\n\n正文', '<p>正文</p>'],
  [
    'ja',
    '本文[^a]です。\n\n[^a]: 注釈\n    続き。\n\n次の段落。',
    '<p>本文<sup>1</sup>です。</p><p>次の段落。</p><ol><li><p>注釈続き。</p></li></ol>',
  ],
  [
    'th',
    'ข้อความ[^1]\n\n[^1]: เชิงอรรถ https://example.com/a',
    '<p>ข้อความ<sup>1</sup></p><ol><li><p>เชิงอรรถ <a href="https://example.com/a">https://example.com/a</a></p></li></ol>',
  ],
  [
    'vi',
    'Chữ[^x] và[^y].\n\n[^y]: Hai.\n[^x]: Một.',
    '<p>Chữ<sup>1</sup> và<sup>2</sup>.</p><ol><li><p>Một.</p></li><li><p>Hai.</p></li></ol>',
  ],
  [
    'en',
    'A[^1] [link][2]\n\n[^1]: See [there][2].\n\n[2]: https://example.com/2',
    '<p>A<sup>1</sup> <a href="https://example.com/2">link</a></p><ol><li><p>See <a href="https://example.com/2">there</a>.</p></li></ol>',
  ],
  [
    'en',
    '- item[^n]\n\n| a[^n] |\n|---|\n| b |\n\n[^n]: Note with `code` and $x$.',
    '<ul>\n<li>item<sup>1</sup></li>\n</ul><table><thead><tr><th>a<sup>1</sup></th></tr></thead><tbody><tr><td>b</td></tr></tbody></table><ol><li><p>Note with <code>code</code> and $x$.</p></li></ol>',
  ],
]
