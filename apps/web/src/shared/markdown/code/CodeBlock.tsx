import { Fragment, memo, startTransition, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './CodeBlock.module.css'
import { CopyText } from '../CopyText.tsx'
import { type ColouredLine, highlight } from './highlight.ts'

type CodeBlockProps = { code: string; language: string; isComplete: boolean }

export const CodeBlock = memo(function CodeBlock({ code, language, isComplete }: CodeBlockProps) {
  const { t } = useTranslation('markdown')
  const parts = useColours(code, language, isComplete)
  const coloured = parts.flat().length
  const plain = code.split('\n').slice(coloured)
  return (
    <figure className={classes.root} dir="ltr">
      <figcaption className={classes.bar}>
        <span translate={language ? 'no' : undefined}>{language || t('plain')}</span>
        <CopyText read={() => code} label={t('copy')} />
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it */}
      <pre translate="no" className={classes.code} tabIndex={0}>
        <code translate="no">
          {parts.map((lines, index) => (
            <Fragment key={index}>
              {index > 0 && '\n'}
              <CodeLines lines={lines} />
            </Fragment>
          ))}
          {coloured > 0 && plain.length > 0 && '\n'}
          {plain.join('\n')}
        </code>
      </pre>
    </figure>
  )
})

const CodeLines = memo(function CodeLines({ lines }: { lines: readonly ColouredLine[] }) {
  return lines.map((line, index) => (
    <Fragment key={index}>
      {index > 0 && '\n'}
      <CodeLine line={line} />
    </Fragment>
  ))
})

function CodeLine({ line }: { line: ColouredLine }) {
  return line.map(({ content, light, dark }, index) => (
    <span key={index} style={{ '--light': light, '--dark': dark } as React.CSSProperties}>
      {content}
    </span>
  ))
}

type Coloured = { code: string; parts: readonly (readonly ColouredLine[])[] }

const noParts: Coloured['parts'] = []

/** The colours of finished code as they come, from its first line on. */
function useColours(code: string, language: string, isComplete: boolean): Coloured['parts'] {
  const [coloured, setColoured] = useState<Coloured | null>(null)
  useEffect(() => {
    if (!isComplete) return
    let isWanted = true
    async function colour() {
      const all: (readonly ColouredLine[])[] = []
      for await (const lines of highlight(code, language)) {
        if (!isWanted) return
        all.push(lines)
        const parts = all.slice()
        startTransition(() => setColoured({ code, parts }))
      }
    }
    // Without colours it is still readable: a grammar that can not be loaded is no error to show.
    colour().catch(() => undefined)
    return () => {
      isWanted = false
    }
  }, [code, language, isComplete])
  return coloured?.code === code ? coloured.parts : noParts
}
