// Sets the colour scheme and the language before the first paint, so that nothing flashes. A file of its own because the
// content security policy allows no inline script. The keys are those of src/shared/theme and src/i18n/language.ts.
;(() => {
  const root = document.documentElement
  const tags = { zhHant: 'zh-Hant', en: 'en', ja: 'ja', th: 'th', vi: 'vi' }
  let stored = 'auto'
  try {
    stored = localStorage.getItem('color_scheme') ?? 'auto'
    root.lang = tags[localStorage.getItem('language')] ?? 'zh-Hant'
  } catch {
    // Storage may be forbidden; the defaults hold.
  }
  const isDark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
})()
