import qrcode from 'qrcode'
import { type Html, html } from '#kernel/http/html.ts'

/**
 * A text as a QR code: dark squares on white in every colour scheme, since cameras need that, with the quiet zone of
 * four squares that the standard requires. `label` describes it to people who cannot see it.
 */
export function qrCode(text: string, label: string): Html {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' })
  const whole = modules.size + 2 * edge
  return html`<svg xmlns="http://www.w3.org/2000/svg" class="qr" viewBox="0 0 ${whole} ${whole}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${whole}v${whole}H0z"/><path fill="#000" d="${darkRuns(modules)}"/></svg>`
}
const edge = 4

/** One stroke for each run of dark squares in a row. */
function darkRuns({ size, data }: { size: number; data: ArrayLike<number> }): string {
  let path = ''
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const start = column
      while (column < size && data[row * size + column]) column++
      if (column > start) path += `M${start + edge} ${row + edge}h${column - start}v1H${start + edge}z`
    }
  }
  return path
}
