import { createCipheriv, createHash, type KeyObject, randomBytes, sign, type X509Certificate } from 'node:crypto'
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifier,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  id_signedData,
  SignatureAlgorithmIdentifier,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { Certificate } from '@peculiar/asn1-x509'
import type { Instant } from '#kernel/base/clock.ts'
import { derOf } from '../apple/der.ts'
import { publicKeyHashOf, symmetricKeyOf, zeroIv } from '../apple/payment-token.ts'
import {
  contentTypeAttribute,
  dataType,
  ecdsaWithSha256,
  messageDigestAttribute,
  sha256Digest,
  signedAttributesOf,
  signingTimeAttribute,
} from '../apple/verify-signature.ts'
import { sharedSecretOf, spkiOf } from '../p256.ts'
import { exactBytes, newKey } from './certificates.ts'
import type { TestIssuer } from './issuer.ts'

export type AppleTokenInput = {
  issuer: TestIssuer['apple']
  /** The merchant's, of the payment processing certificate. */
  publicKey: KeyObject
  merchantIdHash: Uint8Array
  /** What is encrypted, in Apple's own names. */
  content: object
  signedAt: Instant
}

/** `ApplePayPaymentToken.paymentData`, made as a device and Apple's servers make it. */
export function makeAppleToken({ issuer, publicKey, merchantIdHash, content, signedAt }: AppleTokenInput) {
  const ephemeral = newKey()
  const symmetric = symmetricKeyOf(sharedSecretOf(ephemeral, publicKey), merchantIdHash)
  const cipher = createCipheriv('aes-256-gcm', symmetric, zeroIv)
  const encrypted = [cipher.update(JSON.stringify(content), 'utf8'), cipher.final()]
  const data = Buffer.concat([...encrypted, cipher.getAuthTag()])
  const transactionId = randomBytes(32)
  const signed = Buffer.concat([spkiOf(ephemeral), data, transactionId])
  return {
    version: 'EC_v1',
    data: data.toString('base64'),
    signature: signatureOf(issuer, signed, signedAt).toString('base64'),
    header: {
      ephemeralPublicKey: spkiOf(ephemeral).toString('base64'),
      publicKeyHash: publicKeyHashOf(publicKey).toString('base64'),
      transactionId: transactionId.toString('hex'),
    },
  }
}

/** A detached CMS signature (RFC 5652) with the leaf and its issuer inside. */
function signatureOf({ leaf, intermediate, leafKey }: TestIssuer['apple'], signed: Uint8Array, signedAt: Instant) {
  const { tbsCertificate } = read(leaf)
  const digestAlgorithm = new DigestAlgorithmIdentifier({ algorithm: sha256Digest })
  const signer = new SignerInfo({
    version: CMSVersion.v1,
    sid: new SignerIdentifier({
      issuerAndSerialNumber: new IssuerAndSerialNumber({
        issuer: tbsCertificate.issuer,
        serialNumber: tbsCertificate.serialNumber,
      }),
    }),
    digestAlgorithm,
    signedAttrs: [
      attribute(contentTypeAttribute, dataTypeDer),
      attribute(signingTimeAttribute, utcTimeOf(signedAt)),
      attribute(messageDigestAttribute, derOf(octetString, createHash('sha256').update(signed).digest())),
    ],
    signatureAlgorithm: new SignatureAlgorithmIdentifier({ algorithm: ecdsaWithSha256 }),
  })
  signer.signature = new OctetString(exactBytes(sign('sha256', signedAttributesOf(signer), leafKey)))
  const message = new SignedData({
    version: CMSVersion.v1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([digestAlgorithm]),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: dataType }),
    certificates: new CertificateSet(
      [leaf, intermediate].map((one) => new CertificateChoices({ certificate: read(one) })),
    ),
    signerInfos: new SignerInfos([signer]),
  })
  const info = new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(message) })
  return Buffer.from(AsnConvert.serialize(info))
}

const read = ({ raw }: X509Certificate): Certificate => AsnConvert.parse(raw, Certificate)

const attribute = (attrType: string, value: Uint8Array): Attribute =>
  new Attribute({ attrType, attrValues: [exactBytes(value)] })

const octetString = 0x04
/** 1.2.840.113549.1.7.1 */
const dataTypeDer = derOf(0x06, Buffer.from('2a864886f70d010701', 'hex'))

/** YYMMDDhhmmssZ */
const utcTimeOf = (moment: Instant): Buffer =>
  derOf(0x17, Buffer.from(`${moment.toString({ smallestUnit: 'second' }).slice(2).replace(/[-:T]/g, '')}`, 'latin1'))
