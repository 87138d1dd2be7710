import type { MessageSource } from '@heddle/contracts/message/message'
import { Button, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconFileSearch } from '@tabler/icons-react'
import { useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { DocumentPreview } from '#entities/document/DocumentPreview.tsx'
import { useCitedSentence } from '#entities/document/text/use-cited-sentence.ts'
import { Name } from '#shared/ui/Name.tsx'
import { toDocument } from './chat-document.ts'
import type { KnowledgeSource } from './CitedOriginalView.tsx'
import { KnowledgeFacts } from './KnowledgeFacts.tsx'
import { Passage } from './Passage.tsx'
import { type DatasetSource, RowsSource } from './rows/RowsSource.tsx'
import classes from './SourceList.module.css'

type SourceCardProps = {
  chatId: string
  messageId: string
  source: MessageSource
  /** The number in the citations. */
  number: number
  canPreview: boolean
  /** Whether the full passage and the file are shown. */
  isOpen: boolean
  /** Whether it was opened by its number in the reply. */
  wasChosen: boolean
  /** What it was cited for, which is marked in its passage; '' when that is not known. */
  statement: string
  onOpenOriginal: (source: KnowledgeSource) => void
  onToggle: () => void
}

/** One source: its name, its passage, and its file at the passage. */
export function SourceCard({
  chatId,
  messageId,
  source,
  number,
  canPreview,
  isOpen,
  wasChosen,
  statement,
  onOpenOriginal,
  onToggle,
}: SourceCardProps) {
  const { t } = useTranslation('chat')
  const { t: tDocument } = useTranslation('document')
  const id = useId()
  const card = useRef<HTMLLIElement>(null)
  const passage = useRef<HTMLQuoteElement>(null)
  useCitedSentence(passage, isOpen && !source.rows ? statement : '')
  // Before the preview of a file that is known already scrolls to the passage, which the card would move below the window of a phone.
  useLayoutEffect(() => {
    if (wasChosen) card.current?.scrollIntoView({ block: 'start' })
  }, [wasChosen])

  return (
    <li ref={card} className={classes.card} data-open={isOpen || undefined}>
      <h3 className={classes.heading}>
        <UnstyledButton className={classes.toggle} aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          <span className={classes.number}>{number}</span>
          <Name className={classes.name}>{source.title || t('sources.unnamed')}</Name>
          {source.page !== null && <span className={classes.page}>{tDocument('page', { page: source.page })}</span>}
          <IconChevronDown size={16} className={classes.chevron} aria-hidden />
        </UnstyledButton>
      </h3>
      <div id={id}>
        {source.is_withheld ? (
          <p className={classes.gone}>{t('sources.withheld')}</p>
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
          <blockquote ref={passage} className={classes.passage} data-folded={!isOpen || undefined} tabIndex={isOpen ? 0 : undefined}>
            <Passage source={source} />
          </blockquote>
        )}
        {hasOrigin(source) && <KnowledgeFacts origin={source.knowledge} />}
        {isOpen && hasRows(source) && (
          <RowsSource cited={{ id: chatId, messageId, sourceId: source.id }} source={source} statement={statement} />
        )}
        {isOpen && hasOrigin(source) && <OriginalOpener source={source} onOpen={() => onOpenOriginal(source)} />}
        {isOpen &&
          canPreview &&
          !source.knowledge &&
          !source.rows &&
          !source.is_withheld &&
          (source.file ? (
            <section aria-label={tDocument('preview')}>
              <h4 className={classes.previewHeading}>{tDocument('preview')}</h4>
              <DocumentPreview file={toDocument(chatId, source.file)} page={source.page ?? 1} passage={source.passage} />
            </section>
          ) : (
            <p className={classes.gone}>{tDocument('gone')}</p>
          ))}
      </div>
    </li>
  )
}

const hasRows = (source: MessageSource): source is DatasetSource => source.rows !== undefined

const hasOrigin = (source: MessageSource): source is KnowledgeSource => source.knowledge !== undefined

/** The way to the original, unless its reader may not open it, or it does not have the passage. */
function OriginalOpener({ source: { knowledge: origin }, onOpen }: { source: KnowledgeSource; onOpen: () => void }) {
  const { t } = useTranslation('chat')
  const { t: tDocument } = useTranslation('document')
  if (origin.source_id === null) return <p className={classes.gone}>{tDocument('gone')}</p>
  if (!origin.allows_preview || origin.spans.length === 0) return null
  return (
    <Button variant="light" size="xs" mt="sm" leftSection={<IconFileSearch size={16} />} onClick={onOpen}>
      {t('sources.openOriginal')}
    </Button>
  )
}
