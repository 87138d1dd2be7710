// Formulas, and what only looks like one.
import type { CorpusText } from './corpus-text.ts'

export const formulas: readonly CorpusText[] = [
  ['zhHant', '水 $\\ce{H2O}$ 與 $\\pu{5 mol/L}$', '<p>水 $\\ce{H2O}$ 與 $\\pu{5 mol/L}$</p>'],
  ['zhHant', '$\\ce{2H2 + O2 -> 2H2O}$ 反應', '<p>$\\ce{2H2 + O2 -&gt; 2H2O}$ 反應</p>'],
  [
    'zhHant',
    '速度 $\\SI{5}{\\meter\\per\\second}$，單位 $\\unit{kg}$',
    '<p>速度 <code>\\SI{5}{\\meter\\per\\second}</code>，單位 <code>\\unit{kg}</code></p>',
  ],
  ['zhHant', '未知 $\\foo{x}{y}$ 巨集', '<p>未知 <code>\\foo{x}{y}</code> 巨集</p>'],
  ['zhHant', '\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}', '<p>$$\\begin{align}\na &amp;= b \\\\\nc &amp;= d\n\\end{align}$$</p>'],
  ['zhHant', '- 公式：\n  $$\n  x^2\n  $$\n- $$y^2$$', '<ul>\n<li>公式：\n<p>$$x^2$$</p>\n</li>\n<li>\n<p>$$y^2$$</p>\n</li>\n</ul>'],
  ['zhHant', '1. \\[z^2\\]\n2. 文字 \\(a_1\\) 後', '<ol start="1">\n<li>\n<p>$$z^2$$</p>\n</li>\n<li>文字 $a_1$ 後</li>\n</ol>'],
  ['zhHant', '> $$x$$', '<blockquote>\n<p>$$x$$</p>\n</blockquote>'],
  ['zhHant', '分數 $\\frac{1}{2}$、$\\underbrace{a+b}_{c}$', '<p>分數 $\\frac{1}{2}$、$\\underbrace{a+b}_{c}$</p>'],
  ['zhHant', '價格 $5 到 $10', '<p>價格 $5 到 $10</p>'],
  ['zhHant', '$a$$b$ 與 $x=\\$5$', '<p>$a$ $b$ 與 $x=\\$5$</p>'],
  [
    'zhHant',
    '- 甲\n  \\begin{cases}\n  a & b \\\\\n  c & d\n  \\end{cases}',
    '<ul>\n<li>甲\n<p>$$\\begin{cases}\na &amp; b \\\\\nc &amp; d\n\\end{cases}$$</p>\n</li>\n</ul>',
  ],
  ['ja', '化学式は $\\ce{CO2}$ です', '<p>化学式は $\\ce{CO2}$ です</p>'],
  ['ja', '式\n\\[\nE = mc^2\n\\]\nとなる', '<p>式</p><p>$$E = mc^2$$</p><p>となる</p>'],
  ['ja', '\\begin{equation}\nx = 1\n\\end{equation}', '<p>$$\\begin{equation}\nx = 1\n\\end{equation}$$</p>'],
  ['ja', '値は \\(x\\) と $y$', '<p>値は $x$ と $y$</p>'],
  ['th', 'สูตร $\\ce{NaCl}$ และ $x^2$', '<p>สูตร $\\ce{NaCl}$ และ $x^2$</p>'],
  ['th', '$$\\sum_{i=1}^n i$$', '<p>$$\\sum_{i=1}^n i$$</p>'],
  ['vi', 'Công thức $\\ce{H2SO4}$ và $\\qty{3}{\\ampere}$', '<p>Công thức $\\ce{H2SO4}$ và <code>\\qty{3}{\\ampere}</code></p>'],
  ['vi', '\\begin{gather*}\na \\\\\nb\n\\end{gather*}', '<p>$$\\begin{gather*}\na \\\\\nb\n\\end{gather*}$$</p>'],
  ['en', 'An open $x and $5', '<p>An open $x and $5</p>'],
  ['en', '$\\unknown$ is shown as written', '<p><code>\\unknown</code> is shown as written</p>'],
  ['en', '$\\frac{1}{$ is broken', '<p><code>\\frac{1}{</code> is broken</p>'],
  [
    'en',
    'Text \\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix} inline',
    '<p>Text $\\begin{pmatrix} a &amp; b \\\\ c &amp; d \\end{pmatrix}$ inline</p>',
  ],
  ['en', 'a \\begin{itemize} b \\\\ c', '<p>a \\begin{itemize} b \\ c</p>'],
]
