import type { Entry } from '../api/client.ts'
import { statusesOf } from './status.tsx'

/** Whether a payment link can be paid now, and if not, why not. */
const table = statusesOf<Entry<'listLinks'>['status']>({
  open: ['good', 'Open', 'Deschis'],
  inactive: ['neutral', 'Closed', 'Închis'],
  expired: ['neutral', 'Last day passed', 'Ultima zi a trecut'],
  'used-up': ['info', 'Used up', 'Folosit de tot'],
  removed: ['neutral', 'Removed', 'Șters'],
})
export const linkStatuses = table.texts
export const LinkStatus = table.Status
