import { create } from 'qrcode'

/** In modules: what readers of QR codes need to tell the code from what surrounds it. */
const quietZone = 4

/** Draws a text as a QR code, dark on white in either scheme, as some readers know no inverted ones. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const width = modules.size + 2 * quietZone
  const squares = Array.from(modules.data, (isDark, index) => ({ isDark, x: index % modules.size, y: Math.floor(index / modules.size) }))
  const path = squares.flatMap(({ isDark, x, y }) => (isDark ? `M${x + quietZone} ${y + quietZone}h1v1h-1z` : [])).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${width}`} width={192} height={192} shapeRendering="crispEdges">
      <rect width={width} height={width} rx={2} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
