import type { Entry } from '../api/client.ts'
import { statusesOf } from './status.tsx'

/** Whether what was sent to a store has arrived. */
const table = statusesOf<Entry<'listNotifications'>['status']>({
  waiting: ['wait', 'On its way', 'Pe drum'],
  delivered: ['good', 'Delivered', 'Livrată'],
  parked: ['bad', 'Parked', 'Oprită'],
})
export const deliveryStatuses = table.texts
export const DeliveryStatus = table.Status
