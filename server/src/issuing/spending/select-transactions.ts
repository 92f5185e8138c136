import { type SqlBool, sql } from 'kysely'
import { type Purpose, purposes } from '#connectors/network/message.ts'
import { type CardId, readHolderId, readUuid } from '#issuing/ids'
import { withValues } from '#kernel/db/keyset-parts.ts'
import { chosen, type Several } from '#kernel/http/filter.ts'
import { type TransactionStatus, transactionStates } from './transaction-states.ts'

type Search = {
  customerId?: string | undefined
  cardId?: string | undefined
  type?: Several<Purpose> | undefined
  status?: Several<TransactionStatus> | undefined
}

/** What a search selects of a list of card transactions. What is no id is the id of nothing, which has none. */
export function transactionsSelected({ customerId, cardId, type, status }: Search) {
  const holder = customerId === undefined ? [] : [readHolderId(customerId)]
  const card = cardId === undefined ? [] : [readUuid<CardId>(cardId)]
  return {
    narrowed: [
      ...(customerId === undefined ? [] : [withValues('holder_id', 'text', known(holder))]),
      ...(cardId === undefined ? [] : [withValues('card_id', 'uuid', known(card))]),
    ],
    conditions: [
      ...(type ? [sql<SqlBool>`entry.type = any(${chosen(purposes, type)}::text[])`] : []),
      ...(status
        ? [
            sql<SqlBool>`(select state.status from spending.states as state where state.id = entry.id)
              = any(${chosen(transactionStates.statuses, status)}::text[])`,
          ]
        : []),
    ],
  }
}

const known = <Id>(ids: readonly (Id | undefined)[]): Id[] => ids.filter((id) => id !== undefined)
