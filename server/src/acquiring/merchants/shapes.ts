import { z } from 'zod'
import { hinderedShape } from '#acquiring/merchant-payouts'
import { doneByShape } from '#core/access'
import { merchantStates } from '#core/directory'
import { momentShape } from '#kernel/http/json-shape.ts'

export const merchantShape = z.strictObject({
  id: z.string(),
  status: z.enum(merchantStates.statuses),
  name: z.string().meta({ description: 'As shoppers see it.' }),
  legalName: z.string().optional().meta({ description: 'As its contract and invoices have it.' }),
  registrationNumber: z.string().optional(),
  taxNumber: z.string().optional(),
  address: z.string().optional(),
  country: z.string().optional(),
  email: z.string().optional(),
  createdAt: momentShape,
})
export type MerchantRecord = z.output<typeof merchantShape>

export const wholeMerchantShape = merchantShape.extend({
  sites: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      live: z.boolean(),
      active: z.boolean().meta({ description: 'Whether it takes payments.' }),
    }),
  ),
  left: z
    .strictObject({
      orders: z.int().meta({ description: 'Still running, or with a payment that is not captured.' }),
      sharingOrders: z.int().meta({
        description:
          'Running orders of other merchants that share with it. They do not keep it open; once it is closed their shares stay with their own sites.',
      }),
      money: z.array(
        z.strictObject({
          currency: z.string(),
          owed: z.string().meta({ description: 'Below zero, the merchant owes it.' }),
          disputed: z.string(),
          reserve: z.string(),
          leaving: z.string().meta({ description: 'On its way to the bank, or in refunds that are under way.' }),
          hindrance: hinderedShape.optional().meta({ description: 'Why nothing is paid out now.' }),
        }),
      ),
    })
    .optional()
    .meta({ description: 'Of one that closes; it is closed when nothing is left.' }),
  audit: doneByShape,
})
export type WholeMerchant = z.output<typeof wholeMerchantShape>

export const siteKeyShape = z.strictObject({
  id: z.string(),
  createdAt: momentShape,
  usedAt: momentShape.optional().meta({ description: 'When the store first used it.' }),
  endsAt: momentShape.optional().meta({ description: 'Absent: no end.' }),
})
export type SiteKeyRecord = z.output<typeof siteKeyShape>
