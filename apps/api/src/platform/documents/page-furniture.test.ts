// What is left out of a page of the web: three small pages as content management systems and consent managers build them.
import { describe, expect, test } from 'vitest'
import { readHtml } from './child/html/html.ts'

const read = (html: string) => readHtml(Buffer.from(html)).pages.map(({ text }) => text)

const article = '<h1>Flame test</h1><p>The flame burns for 12 seconds.</p>'
const articleText = '# Flame test\n\nThe flame burns for 12 seconds.'
const long = 'We and our 842 partners store and access information on a device. '.repeat(40)

const pages: Record<string, string> = {
  'a consent manager, whose text is longer than the content': `
    <body><main>${article}</main>
    <div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" role="region" aria-label="Cookie banner"><p>${long}</p></div>
      <div id="onetrust-pc-sdk" role="dialog"><h2>Privacy Preference Center</h2><p>${long}</p><button>Reject all</button></div></div></body>`,
  'a blog with sharing and related articles': `
    <body><div id="cookie-notice" class="cookie-revoke-hidden"><span>We use cookies.</span><a href="/privacy">Read more</a></div>
    <article>${article}
      <div class="sharedaddy"><h3>Share this:</h3><ul><li><a href="https://share.example/x">X</a></li></ul></div>
      <div id="jp-relatedposts" class="jp-relatedposts"><h3>Related</h3><p><a href="/wash">Wash test</a></p></div></article></body>`,
  'a dialog that names cookies in its own words': `
    <body><div role="dialog" aria-label="Cookies auf dieser Seite" aria-modal="true"><p>${long}</p></div>
    <dialog><p>Sign in</p></dialog><div style="color: red; Display: none">Your browser is old.</div><p hidden>Draft</p>
    ${article}</body>`,
}

describe('a page of the web', () => {
  test.each(Object.entries(pages))('is its content alone: %s', (_name, html) => {
    expect(read(html)).toEqual([articleText])
  })

  test('keeps what one click shows, and formulas', () => {
    const html = `
      <div role="tabpanel" hidden><p>By weight</p></div><div role="tabpanel" style="display:none"><p>By length</p></div>
      <p hidden="until-found">Found by the search of the browser</p><p>The area is <span aria-hidden="true">πr²</span>.</p>`
    expect(read(html)).toEqual(['By weight\n\nBy length\n\nFound by the search of the browser\n\nThe area is πr².'])
  })

  test('that is about cookies, or consists of links to others, is kept', () => {
    expect(read(`<body><h1>Cookies</h1><p>${long}</p></body>`)[0]).toContain('842 partners')
    expect(read('<body><div class="cookie-consent"><p>What we store</p></div></body>')).toEqual(['What we store'])
    const links = '<li><a href="/wash">Wash test</a></li>'.repeat(9)
    expect(read(`<body><h1>Tests</h1><ul class="related-articles">${links}</ul></body>`)[0]).toContain('[Wash test](/wash)')
  })
})
