import { apiRoot } from '../../../../api/client.ts'
import { type Texts, useTexts } from '../../../../i18n/language.tsx'
import { DocumentView } from '../../../../parts/document-view.tsx'
import { Facts, Panel } from '../../../../ui/facts.tsx'
import { useGate } from '../../acting.tsx'
import type { KycCase } from './texts.ts'

type Texted = Readonly<Record<string, string>>
const texts = {
  en: {
    title: 'Documents',
    none: 'No documents were handed in yet.',
    kind: 'Document',
    number: 'Number',
    expires: 'Expires',
    issued: 'Issued',
    address: 'Proof of address',
    places: {
      front: 'Front',
      back: 'Back',
      selfie: 'Face',
      'page-1': 'Proof of address, page 1',
      'page-2': 'Proof of address, page 2',
      'page-3': 'Proof of address, page 3',
    } as Texted,
    kinds: {
      passport: 'Passport',
      identity_card: 'Identity card',
      residence_permit: 'Residence permit',
      driving_licence: 'Driving licence',
      utility_bill: 'Utility bill',
      bank_statement: 'Bank statement',
      tax_notice: 'Tax notice',
    } as Texted,
  },
  ro: {
    title: 'Documente',
    none: 'Încă nu s-au trimis documente.',
    kind: 'Document',
    number: 'Număr',
    expires: 'Expiră',
    issued: 'Emis',
    address: 'Dovada adresei',
    places: {
      front: 'Față',
      back: 'Verso',
      selfie: 'Chip',
      'page-1': 'Dovada adresei, pagina 1',
      'page-2': 'Dovada adresei, pagina 2',
      'page-3': 'Dovada adresei, pagina 3',
    } as Texted,
    kinds: {
      passport: 'Pașaport',
      identity_card: 'Carte de identitate',
      residence_permit: 'Permis de ședere',
      driving_licence: 'Permis de conducere',
      utility_bill: 'Factură de utilități',
      bank_statement: 'Extras de cont',
      tax_notice: 'Decizie de impunere',
    } as Texted,
  },
} satisfies Texts<unknown>

/** What the customer has handed in, to be looked at. */
export function Documents({ kycCase: { id, identity, address } }: { kycCase: KycCase }) {
  const t = useTexts(texts)
  const { whyNot } = useGate()('documents:read')
  const documents = [...(identity?.documents ?? []), ...(address?.documents ?? [])]
  return (
    <Panel title={t.title}>
      {documents.length === 0 && <p className="soft">{t.none}</p>}
      {documents.length > 0 && whyNot !== undefined && <p className="soft">{whyNot}</p>}
      {whyNot === undefined && (
        <div className="documents">
          {documents.map((one) => (
            <DocumentView
              key={one.id}
              title={t.places[one.place] ?? one.place}
              url={`${apiRoot}/kyc/cases/${encodeURIComponent(id)}/documents/${encodeURIComponent(one.id)}`}
              mediaType={one.mediaType}
            />
          ))}
        </div>
      )}
      <Facts
        of={[
          [t.kind, identity && `${t.kinds[identity.documentKind] ?? identity.documentKind}, ${identity.country}`],
          [t.number, identity && <code>{identity.number}</code>],
          [t.expires, identity?.expiresOn],
          [t.address, address && (t.kinds[address.proofKind] ?? address.proofKind)],
          [t.issued, address?.issuedOn],
        ]}
      />
    </Panel>
  )
}
