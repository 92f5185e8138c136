import { Badge, type Tone } from '../../../ui/badge.tsx'

/** The status of a reply by its class: done, led on, refused, or our fault. */
export const HttpStatus = ({ status }: { status: number }) => <Badge tone={toneOf(status)}>{String(status)}</Badge>

function toneOf(status: number): Tone {
  if (status < 300) return 'good'
  if (status < 400) return 'info'
  return status < 500 ? 'bad' : 'unsure'
}
