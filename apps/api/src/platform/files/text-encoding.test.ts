import { textEncodings } from '@heddle/contracts/document/reading'
import { expect, describe, test } from 'vitest'
import { decodeAs, decodeResponse } from './text-encoding.ts'

/** "棉布" in Big5, "绵布" in GBK, "綿布" in Shift_JIS, "綿布" in EUC-JP, "ผ้าฝ้าย" in TIS-620, "면" in EUC-KR. */
const big5 = Buffer.from('b4d6a5ac', 'hex')
const gbk = Buffer.from('c3e0b2bc', 'hex')
const sjis = Buffer.from('96c8957a', 'hex')
const eucJp = Buffer.from('cccac9db', 'hex')
const tis = Buffer.from('bce9d2bde9d2c2', 'hex')
const eucKr = Buffer.from('b8e9', 'hex')

describe('a text is read in the encoding that its server tells', () => {
  test.each([
    // IIS and Tomcat on Windows in Taiwan (CP950, MS950); Python (big5hkscs).
    ['text/html; charset=cp950', big5, '棉布'],
    ['text/html; charset=MS950', big5, '棉布'],
    ['text/html;charset="Big5"', big5, '棉布'],
    ["text/plain; Charset='BIG5'", big5, '棉布'],
    ['text/plain; charset = big5-hkscs ; boundary=x', big5, '棉布'],
    ['text/plain; charset=big5hkscs', big5, '棉布'],
    // 嘅, of Hong Kong, and ①, of ETEN.
    ['text/plain; charset=Big5-HKSCS', Buffer.from('9defc6a1', 'hex'), '嘅①'],
    ['text/plain; charset=x-windows-950', big5, '棉布'],
    ['application/json; charset=gb2312', gbk, '绵布'],
    ['application/json; charset=GBK', gbk, '绵布'],
    ['application/json; charset=gb18030', gbk, '绵布'],
    ['application/json; charset=cp936', gbk, '绵布'],
    ['text/csv; charset=x-sjis', sjis, '綿布'],
    ['text/csv; charset=Windows-31J', sjis, '綿布'],
    ['text/csv; charset=cp932', sjis, '綿布'],
    ['text/csv; charset=MS932', sjis, '綿布'],
    ['text/plain; charset=EUC_JP', eucJp, '綿布'],
    ['text/plain; charset=TIS-620', tis, 'ผ้าฝ้าย'],
    ['text/plain; charset=windows-874', tis, 'ผ้าฝ้าย'],
    ['text/plain; charset=cp874', tis, 'ผ้าฝ้าย'],
    ['text/plain; charset=cp949', eucKr, '면'],
    ['text/plain; charset=utf8mb4', Buffer.from('棉布'), '棉布'],
    // Of public reports: ArchiveTeam/wpull#59, zerosum0x0/koadic#92, TeamMsgExtractor/msg-extractor#373, html5lib/html5lib-python#206.
    ['text/html; charset=x-sjis', sjis, '綿布'],
    ['text/html; charset=windows-936', gbk, '绵布'],
    ['text/html; charset=CP950', big5, '棉布'],
    ['text/html; charset=EUC-TW', Buffer.from('棉布'), '棉布'],
    // 裏, of ETEN (xroche/httrack#993), and a wrong name of ISO-8859-1 for UTF-8 (apify/crawlee#2901).
    ['text/plain; charset=big5', Buffer.from('f9d8', 'hex'), '裏'],
    ['text/html; charset=ISO-88509-1', Buffer.from('棉布'), '棉布'],
    ['text/plain; charset=utf-16', Buffer.from('棉布', 'utf16le'), '棉布'],
    // Two bytes that are UTF-8 as well ("ģ").
    ['text/plain; charset=gbk', Buffer.from('c4a3', 'hex'), '模'],
  ])('%s', (contentType, bytes, text) => expect(decodeResponse(bytes, contentType)).toBe(text))
})

describe('what a page declares counts where its server tells nothing', () => {
  const toPage = (head: string) => Buffer.concat([Buffer.from(`<html><head>${head}</head><body>`), big5, Buffer.from('</body></html>')])

  test.each([
    ['text/html', '<meta charset=big5>'],
    ['text/html', '<META CHARSET="Big5">'],
    ['text/html', "<meta charset = 'cp950'/>"],
    ['text/html', '<meta http-equiv="Content-Type" content="text/html; charset=big5">'],
    ['text/html', '<meta content="text/html;charset=MS950" http-equiv=content-type>'],
    ['', `<!-- ${'x'.repeat(1_500)} --><meta charset=big5>`],
    ['text/html; charset=unknown-8bit', '<meta charset=big5>'],
    // Apache's AddDefaultCharset, for whatever it sends.
    ['text/html; charset=ISO-8859-1', '<meta charset=big5>'],
    // Wrong, as its bytes show.
    ['text/html; charset=utf-8', '<meta charset=big5>'],
  ])('%s, %s', (contentType, head) => {
    const text = decodeResponse(toPage(head), contentType)
    expect(text).toContain('<body>棉布</body>')
  })

  test('an XML text', () => {
    const xml = Buffer.concat([Buffer.from('<?xml version="1.0" encoding="Big5"?><a>'), big5, Buffer.from('</a>')])
    expect(decodeResponse(xml, 'application/xml')).toContain('<a>棉布</a>')
  })
})

describe('without a word, a text is read', () => {
  const sentence = { big5: 'b4d6a5acaba5a476abe1aabaa4d8a4efc5dca4c6a5a8a6bba4c0b2bfaaedba61a143' }

  test.each([
    ['by its mark, whatever is told', 'text/plain; charset=big5', Buffer.from('\ufeff棉布'), '棉布'],
    ['by the mark of UTF-16', 'text/plain', Buffer.from('\ufeff棉布', 'utf16le'), '棉布'],
    ['as UTF-8', 'application/json', Buffer.from('{"a":"棉布"}'), '{"a":"棉布"}'],
    ['as UTF-8, for what a server tells by default', 'text/html; charset=iso-8859-1', Buffer.from('棉布'), '棉布'],
    ['as Western, where that is told and nothing else fits', 'text/plain; charset=latin1', Buffer.from('café', 'latin1'), 'café'],
    ['as Thai', 'text/plain; charset=x-none', tis, 'ผ้าฝ้าย'],
  ])('%s', (_name, contentType, bytes, text) => expect(decodeResponse(bytes, contentType)).toBe(text))

  test('as Big5 by its characters', () => {
    expect(decodeResponse(Buffer.from(sentence.big5, 'hex'), 'text/plain')).not.toContain('\ufffd')
  })

  test.each([
    ['text/plain; charset=cp950', Buffer.concat([big5, big5, big5, Buffer.from([0xfa, 0x20])]), '棉布棉布棉布\ufffd '],
    ['application/json', Buffer.from('{"a":"棉布棉布棉布').subarray(0, -1), '{"a":"棉布棉布棉\ufffd'],
  ])('with only the broken character replaced (%s)', (contentType, bytes, text) => expect(decodeResponse(bytes, contentType)).toBe(text))
})

test('each encoding that can be chosen is known', () => {
  expect(textEncodings.filter((label) => decodeAs(Buffer.from('a\0'), label) === null)).toEqual([])
})
