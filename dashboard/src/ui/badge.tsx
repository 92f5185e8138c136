import { Check, Circle, CircleDashed, Clock, Diamond, X } from 'lucide-react'

export type Tone = 'good' | 'info' | 'wait' | 'unsure' | 'bad' | 'neutral'

const shapes = { good: Check, info: CircleDashed, wait: Clock, unsure: Diamond, bad: X, neutral: Circle } as const

/** A shape, a word and a tone: the colour alone says nothing. */
export function Badge({ tone, children }: { tone: Tone; children: string }) {
  const Shape = shapes[tone]
  return (
    <span className={`badge ${tone}`}>
      <Shape size={14} aria-hidden />
      {children}
    </span>
  )
}
