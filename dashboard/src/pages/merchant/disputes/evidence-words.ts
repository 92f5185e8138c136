import type { Reply } from '../../../api/client.ts'
import type { Texts } from '../../../i18n/language.tsx'

type Field = Reply<'getDispute'>['evidence'][number]['field']

/** What a merchant can say about a dispute; the bank reads the English names that the server gives with them. */
export const evidenceWords = {
  en: {
    explanation: 'What happened',
    productDescription: 'What was sold',
    customerCommunication: 'What the customer and the merchant have written',
    carrier: 'Sent with',
    trackingNumber: 'Tracking number',
    shippedOn: 'Sent on',
    deliveredOn: 'Delivered on',
    deliveryAddress: 'Delivered to',
    customerName: 'Name of the customer',
    customerIpAddress: 'IP address of the customer',
    accountActivity: 'What the customer has used',
    returnPolicy: 'Policy of returns',
    returnAnswer: 'Why a return was not accepted, or not offered',
    cancellationPolicy: 'Policy of cancellations',
    cancellationAnswer: 'Why the subscription was not cancelled then',
    refundPolicy: 'Policy of refunds',
    refundAnswer: 'Why there is no refund, or when it was made',
    otherPayment: 'The other payment',
    duplicateAnswer: 'Why both are due',
    amountAnswer: 'Why amount and currency are right',
  },
  ro: {
    explanation: 'Ce s-a întâmplat',
    productDescription: 'Ce s-a vândut',
    customerCommunication: 'Ce și-au scris clientul și comerciantul',
    carrier: 'Trimis prin',
    trackingNumber: 'Număr de urmărire',
    shippedOn: 'Trimis la data',
    deliveredOn: 'Livrat la data',
    deliveryAddress: 'Livrat la adresa',
    customerName: 'Numele clientului',
    customerIpAddress: 'Adresa IP a clientului',
    accountActivity: 'Ce a folosit clientul',
    returnPolicy: 'Politica de retur',
    returnAnswer: 'De ce returul nu a fost acceptat sau oferit',
    cancellationPolicy: 'Politica de anulare',
    cancellationAnswer: 'De ce abonamentul nu a fost anulat atunci',
    refundPolicy: 'Politica de rambursare',
    refundAnswer: 'De ce nu s-a rambursat sau când s-a rambursat',
    otherPayment: 'Cealaltă plată',
    duplicateAnswer: 'De ce se datorează amândouă',
    amountAnswer: 'De ce suma și moneda sunt corecte',
  },
} satisfies Texts<Readonly<Record<Field, string>>>
