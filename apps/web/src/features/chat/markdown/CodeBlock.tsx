import { memo, startTransition, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../message/CopyButton.tsx'
import classes from './CodeBlock.module.css'
import { type ColouredLine, highlight } from './highlight.ts'

type CodeBlockProps = { code: string; language: string; isComplete: boolean }

export const CodeBlock = memo(function CodeBlock({ code, language, isComplete }: CodeBlockProps) {
  const { t } = useTranslation('chat')
  const lines = useColours(code, language, isComplete)
  return (
    <figure className={classes.root} dir="ltr">
      <figcaption className={classes.bar}>
        <span>{language || t('code.plain')}</span>
        <CopyButton text={code} label={t('code.copy')} />
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it */}
      <pre className={classes.code} tabIndex={0}>
        <code>{lines ? lines.map((line, index) => <CodeLine key={index} line={line} />) : code}</code>
      </pre>
    </figure>
  )
})

function CodeLine({ line }: { line: ColouredLine }) {
  return (
    <>
      {line.map(({ content, light, dark }, index) => (
        <span key={index} style={{ '--light': light, '--dark': dark } as React.CSSProperties}>
          {content}
        </span>
      ))}
      {'\n'}
    </>
  )
}

/** The colours of finished code; null until they are there. */
function useColours(code: string, language: string, isComplete: boolean): readonly ColouredLine[] | null {
  const [coloured, setColoured] = useState<{ code: string; lines: readonly ColouredLine[] } | null>(null)
  useEffect(() => {
    if (!isComplete) return
    const abort = new AbortController()
    // Without colours it is still readable: a grammar that can not be loaded is no error to show.
    highlight(code, language, abort.signal)
      .then((lines) => lines && startTransition(() => setColoured({ code, lines })))
      .catch(() => undefined)
    return () => abort.abort()
  }, [code, language, isComplete])
  return coloured?.code === code ? coloured.lines : null
}
