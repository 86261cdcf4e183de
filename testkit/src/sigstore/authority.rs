//! The certificate authority, and the log in which it records certificates.

use std::time::{Duration, SystemTime};

use rcgen::string::Ia5String;
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, CustomExtension, DnType,
    ExtendedKeyUsagePurpose, IsCa, KeyPair, KeyUsagePurpose, PKCS_ECDSA_P256_SHA256, PublicKeyData,
    SanType, SerialNumber, SignatureAlgorithm,
};
use sha2::{Digest, Sha256};

use super::LogKey;
use super::der;

/// Fulcio's extensions: who vouched for the identity, as bare text and as DER.
const ISSUER_BARE: &[u64] = &[1, 3, 6, 1, 4, 1, 57264, 1, 1];
const ISSUER_DER: &[u64] = &[1, 3, 6, 1, 4, 1, 57264, 1, 8];
/// RFC 6962: the log's receipts inside of a certificate.
const RECEIPTS: &[u64] = &[1, 3, 6, 1, 4, 1, 11129, 2, 4, 2];

pub(super) struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    pub(super) transparency: LogKey,
}

/// A key to certify, as the point that ends its P-256 SubjectPublicKeyInfo.
struct Point([u8; 65]);

impl PublicKeyData for Point {
    fn der_bytes(&self) -> &[u8] {
        &self.0
    }

    fn algorithm(&self) -> &'static SignatureAlgorithm {
        &PKCS_ECDSA_P256_SHA256
    }
}

impl Authority {
    pub(super) fn new() -> Self {
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, "test authority");
        params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
        let key = KeyPair::generate().expect("a key");
        let issuer = CertifiedIssuer::self_signed(params, key).expect("a certificate");
        Self { issuer, transparency: LogKey::new() }
    }

    pub(super) fn certificate(&self) -> &[u8] {
        self.issuer.der()
    }

    /// A certificate of ten minutes for the key that ends these bytes.
    pub(super) fn certify(&self, spki: &[u8], identity: &str, vouched_by: &str) -> Vec<u8> {
        let point = Point(spki[spki.len() - 65..].try_into().expect("65 bytes"));
        let mut params = leaf(identity, vouched_by);
        let bare = params.signed_by(&point, &self.issuer).expect("a certificate");
        let receipt = self.receipt(der::first_member(bare.der()));
        params.custom_extensions.push(CustomExtension::from_oid_content(RECEIPTS, receipt));
        params.signed_by(&point, &self.issuer).expect("a certificate").der().to_vec()
    }

    /// The receipt for a certificate that does not hold it yet, as the content
    /// of an extension.
    fn receipt(&self, unsigned: &[u8]) -> Vec<u8> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970");
        let time = (now.as_millis() as u64).to_be_bytes();
        let mut signed = vec![0, 0];
        signed.extend(time);
        signed.extend([0, 1]);
        signed.extend(Sha256::digest(self.issuer.key().subject_public_key_info()));
        signed.extend(&(unsigned.len() as u32).to_be_bytes()[1..]);
        signed.extend(unsigned);
        signed.extend([0, 0]);
        let signature = self.transparency.sign(&signed);

        let mut receipt = vec![0];
        receipt.extend(self.transparency.id());
        receipt.extend(time);
        // No extensions; SHA-256 with ECDSA.
        receipt.extend([0, 0, 4, 3]);
        receipt.extend(counted(&signature));
        der::tagged(4, &counted(&counted(&receipt)))
    }
}

fn leaf(identity: &str, vouched_by: &str) -> CertificateParams {
    let text = Ia5String::try_from(identity).expect("ASCII");
    let mut params = CertificateParams::default();
    params.distinguished_name = rcgen::DistinguishedName::new();
    params.serial_number = Some(SerialNumber::from(4711));
    let now = SystemTime::now();
    params.not_before = (now - Duration::from_secs(60)).into();
    params.not_after = (now + Duration::from_secs(540)).into();
    params.subject_alt_names = vec![match identity.contains("://") {
        true => SanType::URI(text),
        false => SanType::Rfc822Name(text),
    }];
    params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::CodeSigning];
    params.use_authority_key_identifier_extension = true;
    params.custom_extensions = vec![
        CustomExtension::from_oid_content(ISSUER_BARE, vouched_by.as_bytes().to_vec()),
        CustomExtension::from_oid_content(ISSUER_DER, der::tagged(12, vouched_by.as_bytes())),
    ];
    params
}

/// TLS: bytes after their two-byte count.
fn counted(bytes: &[u8]) -> Vec<u8> {
    let mut out = (bytes.len() as u16).to_be_bytes().to_vec();
    out.extend(bytes);
    out
}
