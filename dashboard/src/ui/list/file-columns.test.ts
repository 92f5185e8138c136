import { expect, test } from 'vitest'
import { fileColumnsOf } from './file-columns.ts'

const known = ['id', 'status', 'amount', 'currency', 'customer_email', 'created_at', 'order_id', 'last_used_at']
const [amount, status, created] = ['amount', 'status', 'created'].map((name) => ({ name }))

test('a file has the columns that are shown, in the order in which they are, behind the id', () => {
  expect(fileColumnsOf([amount!, status!, created!], known)).toEqual([
    ...['id', 'amount', 'currency', 'status', 'created_at'],
  ])
  const customer = { name: 'customer', inFile: ['customer_email'] }
  expect(fileColumnsOf([customer, { name: 'lastUsed' }, { name: 'order' }], known)).toEqual([
    ...['id', 'customer_email', 'last_used_at', 'order_id'],
  ])
  expect(fileColumnsOf([status!, { name: 'state', inFile: ['status'] }], ['status'])).toEqual(['status'])
})

test('where it does not have one of them it is not offered', () => {
  expect(fileColumnsOf([amount!, { name: 'expires' }], known)).toBeUndefined()
})
