// Bare addresses, which end where the sentence goes on.
import type { CorpusText } from './corpus-text.ts'

export const addresses: readonly CorpusText[] = [
  [
    'zhHant',
    '見 https://example.com/docs（中文說明）了解更多',
    '<p>見 <a href="https://example.com/docs">https://example.com/docs</a>（中文說明）了解更多</p>',
  ],
  ['zhHant', '**https://example.com/a**。做', '<p><strong><a href="https://example.com/a">https://example.com/a</a></strong>。做</p>'],
  [
    'zhHant',
    '參考https://example.com/a，或https://example.com/b。',
    '<p>參考<a href="https://example.com/a">https://example.com/a</a>，或<a href="https://example.com/b">https://example.com/b</a>。</p>',
  ],
  [
    'zhHant',
    '條目 https://zh.wikipedia.org/wiki/臺灣 在此',
    '<p>條目 <a href="https://zh.wikipedia.org/wiki/%E8%87%BA%E7%81%A3">https://zh.wikipedia.org/wiki/臺灣</a> 在此</p>',
  ],
  [
    'zhHant',
    '「https://example.com/x」與《https://example.com/y》',
    '<p>「<a href="https://example.com/x">https://example.com/x</a>」與《<a href="https://example.com/y">https://example.com/y</a>》</p>',
  ],
  ['zhHant', '網址：www.example.com，請看', '<p>網址：<a href="http://www.example.com">www.example.com</a>，請看</p>'],
  [
    'zhHant',
    '- https://example.com/a；\n- https://example.com/b！',
    '<ul>\n<li><a href="https://example.com/a">https://example.com/a</a>；</li>\n<li><a href="https://example.com/b">https://example.com/b</a>！</li>\n</ul>',
  ],
  ['zhHant', 'https://example.com請看', '<p><a href="https://example.com">https://example.com</a>請看</p>'],
  [
    'zhHant',
    '[https://example.com/x](https://example.com/y)（同上）',
    '<p><a href="https://example.com/y">https://example.com/x</a>（同上）</p>',
  ],
  [
    'zhHant',
    '| 網址 |\n|---|\n| https://example.com/a（甲） |',
    '<table><thead><tr><th>網址</th></tr></thead><tbody><tr><td><a href="https://example.com/a">https://example.com/a</a>（甲）</td></tr></tbody></table>',
  ],
  [
    'zhHant',
    '~~https://example.com/old~~（停用）',
    '<p><del><a href="https://example.com/old">https://example.com/old</a></del>（停用）</p>',
  ],
  ['zhHant', '寄到 a@example.com，謝謝', '<p>寄到 <a href="mailto:a@example.com">a@example.com</a>，謝謝</p>'],
  [
    'zhHant',
    'https://example.com/a_b_c/d?x=1&y=2#z、下一個',
    '<p><a href="https://example.com/a_b_c/d?x=1&amp;y=2#z">https://example.com/a_b_c/d?x=1&amp;y=2#z</a>、下一個</p>',
  ],
  [
    'ja',
    '詳細は https://example.com/docs（英語）をご覧ください。',
    '<p>詳細は <a href="https://example.com/docs">https://example.com/docs</a>（英語）をご覧ください。</p>',
  ],
  [
    'ja',
    'https://ja.wikipedia.org/wiki/日本 を参照',
    '<p><a href="https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC">https://ja.wikipedia.org/wiki/日本</a> を参照</p>',
  ],
  ['ja', '**https://example.com/a**を開く', '<p><strong><a href="https://example.com/a">https://example.com/a</a></strong>を開く</p>'],
  ['ja', '「www.example.com」です', '<p>「<a href="http://www.example.com">www.example.com</a>」です</p>'],
  ['ja', 'https://example.com/a。次へ', '<p><a href="https://example.com/a">https://example.com/a</a>。次へ</p>'],
  ['th', 'ดู https://example.com/docs (ไทย) ได้เลย', '<p>ดู <a href="https://example.com/docs">https://example.com/docs</a> (ไทย) ได้เลย</p>'],
  [
    'th',
    'https://th.wikipedia.org/wiki/ประเทศไทย อยู่ที่นี่',
    '<p><a href="https://th.wikipedia.org/wiki/%E0%B8%9B%E0%B8%A3%E0%B8%B0%E0%B9%80%E0%B8%97%E0%B8%A8%E0%B9%84%E0%B8%97%E0%B8%A2">https://th.wikipedia.org/wiki/ประเทศไทย</a> อยู่ที่นี่</p>',
  ],
  ['th', '**https://example.com/a**แล้วทำต่อ', '<p><strong><a href="https://example.com/a">https://example.com/a</a></strong>แล้วทำต่อ</p>'],
  ['th', '(https://example.com/x_(y))', '<p>(<a href="https://example.com/x_(y)">https://example.com/x_(y)</a>)</p>'],
  [
    'vi',
    'Xem https://example.com/docs, rồi làm tiếp.',
    '<p>Xem <a href="https://example.com/docs">https://example.com/docs</a>, rồi làm tiếp.</p>',
  ],
  ['vi', '**https://example.com/a**.', '<p><strong><a href="https://example.com/a">https://example.com/a</a></strong>.</p>'],
  ['vi', '(www.example.com/vi)', '<p>(<a href="http://www.example.com/vi">www.example.com/vi</a>)</p>'],
  [
    'en',
    'See https://example.com/a_(b). And http://localhost:3000/!',
    '<p>See <a href="https://example.com/a_(b)">https://example.com/a_(b)</a>. And <a href="http://localhost:3000/">http://localhost:3000/</a>!</p>',
  ],
  [
    'en',
    '<https://example.com/x> and [y](https://example.com/y)',
    '<p><a href="https://example.com/x">https://example.com/x</a> and <a href="https://example.com/y">y</a></p>',
  ],
  ['en', '"https://example.com/q", then ftp://x', '<p>"<a href="https://example.com/q">https://example.com/q</a>", then ftp://x</p>'],
  [
    'en',
    'https://example.com/?$a=1&$b=2 costs $5',
    '<p><a href="https://example.com/?$a=1&amp;$b=2">https://example.com/?$a=1&amp;$b=2</a> costs $5</p>',
  ],
  [
    'en',
    'https://a.example/..... and https://b.example/a...b',
    '<p><a href="https://a.example/">https://a.example/</a>..... and <a href="https://b.example/a...b">https://b.example/a...b</a></p>',
  ],
]
