import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, idIn, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { useMay } from '../../../session.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'

const texts: Texts<Record<'customer' | 'name' | 'email' | 'phone' | 'address', string>> = {
  en: { customer: 'Customer', name: 'Name', email: 'E-mail address', phone: 'Phone', address: 'Address' },
  ro: { customer: 'Client', name: 'Nume', email: 'Adresa de e-mail', phone: 'Telefon', address: 'Adresă' },
}

type Customer = Reply<'getShopper'>
type Contact = Pick<Customer, 'email' | 'phone' | 'address' | 'zipCode' | 'city' | 'state' | 'country'>

/** How a customer is reached, as the shop or they themselves have said it. */
export function useContactFacts() {
  const t = useTexts(texts)
  return ({ email, phone, address, zipCode, city, state, country }: Contact) => {
    const place = [zipCode, city].filter(Boolean).join(' ')
    return [
      [t.email, email],
      [t.phone, phone],
      [t.address, [address, place, state, country].filter(Boolean).join(', ')],
    ] as const
  }
}

/** Whose an order is, and how they are reached. Nothing for a role that sees no customers. */
export function CustomerContact({ customerId }: { customerId: string }) {
  const t = useTexts(texts)
  const may = useMay()
  const factsOf = useContactFacts()
  const { data } = useQuery({
    queryKey: ['customer', customerId],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/shoppers/{shopperId}', { params: { path: { shopperId: idIn(customerId) } }, signal })),
    enabled: may('customers:read'),
  })
  if (!data) return null
  const { firstName, lastName } = data
  return (
    <Panel title={t.customer}>
      <Facts of={[[t.name, [firstName, lastName].filter(Boolean).join(' ')], ...factsOf(data)]} />
    </Panel>
  )
}
