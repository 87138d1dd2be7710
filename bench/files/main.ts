// `pnpm score [--against CHECKOUT]`: what is lost of files as they are read. Not a test: no result makes it fail.
import { parseArgs } from 'node:util'
import { evaluateFiles } from './evaluate-files.ts'

const { values } = parseArgs({
  options: {
    // Checkouts, folders, and how often their readers are timed.
    root: { type: 'string' },
    against: { type: 'string' },
    others: { type: 'string' },
    'ocr-data': { type: 'string' },
    pairs: { type: 'string', default: '0' },
    'no-chromium': { type: 'boolean', default: false },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})

await evaluateFiles({
  root: values.root,
  against: values.against,
  others: values.others,
  ocrData: values['ocr-data'],
  pairs: Number(values.pairs),
  isJson: values.json,
  isQuick: values.quick,
  only: values.only,
  skipsChromium: values['no-chromium'],
})
process.exit()
