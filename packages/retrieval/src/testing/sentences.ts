/** A sentence in each language; those of languages with spaces end with one. */
export const sentences = {
  zhHant: '棉布下水後會收縮，因為紡紗和織造時纖維被拉長，水讓它們回到原來的長度。',
  en: 'Cotton shrinks when it is washed because the fibres were stretched in spinning and weaving. ',
  ja: '綿の布は洗うと縮みます。紡績と製織のときに繊維が引き伸ばされたからです。',
  th: 'ผ้าฝ้ายหดตัวเมื่อซัก เพราะเส้นใยถูกยืดออกระหว่างการปั่นและการทอ ',
  vi: 'Vải bông co lại khi giặt vì sợi đã bị kéo dãn trong quá trình kéo sợi và dệt. ',
}
