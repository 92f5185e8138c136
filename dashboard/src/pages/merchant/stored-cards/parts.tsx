import type { StoredCard } from './texts.ts'
import { lapses } from './texts.ts'

/** The month through which a card works, with a word where it is near or past. Of a removed card it says nothing. */
export function ExpiryOf({ card: { expiry, expires, status } }: { card: StoredCard }) {
  return (
    <>
      <span className="number">{expiry}</span>{' '}
      {status === 'active' && expires !== 'later' && <lapses.Status status={expires} />}
    </>
  )
}
