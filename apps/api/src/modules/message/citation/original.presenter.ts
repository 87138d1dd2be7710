import type { CitedOriginal, CitedPage } from '@heddle/contracts/citation/cited-original'
import { locateBoxes } from '../../../platform/documents/locate-boxes.ts'
import { listSpansIn, presentPagePart } from '../../ingestion/chunk/chunk.presenter.ts'
import type { ParsedPage } from '../../ingestion/chunk/parsed-page.service.ts'
import type { OriginalService } from './original.service.ts'

type Cited = Awaited<ReturnType<OriginalService['getCitedPage']>>['cited']

export const presentOriginal = ({ version, validUntil, replacedBy }: Cited): CitedOriginal => ({
  name: version.name,
  media_type: version.mediaType,
  is_replaced: version.isReplaced,
  valid_until: validUntil,
  replaced_by: replacedBy,
})

/** Presents the part of a page that has the character `at`, or the beginning of the passage. */
export function presentCitedPage(page: ParsedPage, { spans }: Pick<Cited, 'spans'>, at?: number): CitedPage {
  const first = spans.find((span) => span.page === page.index + 1)
  const part = presentPagePart(page, at ?? first?.from ?? 0)
  const ranges = listSpansIn(spans, part)
  return {
    ...part,
    ranges: ranges.map(({ from, to }) => ({ from, to })),
    boxes: locateBoxes(page.document, ranges).map(({ from, to, x, y, width, height }) => ({ from, to, x, y, width, height })),
  }
}
