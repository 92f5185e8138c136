import type { ConnectionCheck, ConnectionParts } from '../processor.ts'
import type { Credentials } from './credentials.ts'
import { linePorts } from './host.ts'
import { manage, openLine } from './line.ts'
import { countRefused } from './refused-request-store.ts'
import { countOpen } from './store.ts'
import { countTotals } from './totals-store.ts'

/** Signs on at each address of the host, and sends an echo. Nothing of it is about a card. */
export async function checkHost(parts: ConnectionParts<Credentials>): Promise<ConnectionCheck> {
  try {
    const { current, previous } = await parts.credentials()
    const { profile } = current
    const notes: string[] = []
    const ports = linePorts({ ...parts, onLate: () => undefined }, { current, previous })
    for (const host of profile.hosts) {
      const line = await openLine(ports, host)
      const code = await manage(ports, line, 'echo')
      await line.close()
      if (code === undefined || !profile.acceptedCodes.has(code))
        return { works: false, problem: `${line.address}: ${code ? `the echo was answered with ${code}` : noEcho}` }
      notes.push(`${line.address} takes connections and answers an echo`)
    }
    const [open, captures, reversals, outOfBalance] = await Promise.all([
      countOpen(parts.db, parts.connector),
      countRefused(parts.db, parts.connector, 'capture'),
      countRefused(parts.db, parts.connector, 'reversal'),
      countTotals(parts.db, parts.connector, 'outOfBalance'),
    ])
    if (open > 0) notes.push(`${open} messages wait for an answer of the host`)
    if (captures > 0) notes.push(`${captures} captures are refused by the host: florin connector refused`)
    if (reversals > 0) notes.push(`${reversals} reversals are refused by the host: florin connector refused`)
    if (outOfBalance > 0) notes.push(`${outOfBalance} totals of days are out of balance: florin connector totals`)
    return { works: true, account: `${profile.merchant} at terminal ${profile.terminal}`, notes }
  } catch (error) {
    return { works: false, problem: error instanceof Error ? error.message : String(error) }
  }
}
const noEcho =
  'the echo was not answered. Are the packaging, the length before messages and the authentication code those of the host?'
