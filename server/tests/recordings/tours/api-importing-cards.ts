import { bread, movedCard } from '../../world/api.ts'
import type { Tour } from '../tour.ts'

/** Cards that the store had with another processor. */
export async function tourImportingCards({ chapter, calls }: Tour): Promise<void> {
  chapter('api-importing-cards')
  const moved = { customerId: '1001', ...movedCard, cardNumber: '4000056655665556' }
  const { data } = await calls('A card that was stored elsewhere', 'POST /card', { form: moved })
  await calls('The same card once more', 'POST /card', { form: moved })
  await calls('It is charged', 'POST /order', {
    form: { customerId: '1001', ...bread, cardId: String(data.id), externalOrderId: 'moved-1' },
  })
  const { networkTransactionId: _id, networkTransactionDate: _date, ...alone } = moved
  await calls('A card without what its holder agreed to', 'POST /card', { form: alone })
  await calls('Half of it', 'POST /card', { form: { ...alone, networkTransactionId: '412345678901234' } })
  await calls('A security code, which may not be stored', 'POST /card', { form: { ...moved, cardCvv: '123' } })
  await calls('A card that has expired', 'POST /card', { form: { ...moved, cardExpiryDate: '01/20' } })
  await calls('A card for an unknown customer', 'POST /card', { form: { ...moved, customerId: '9999' } })
}
