/** The keys of this wire's own metadata; the README of this folder says what each holds. */
declare module '../../src/model/metadata.js' {
  interface MetadataKeys {
    readonly choice: unknown
    readonly choiceField: unknown
    readonly citation: unknown
    readonly custom: unknown
    readonly details: unknown
    readonly errorIn: unknown
    readonly field: unknown
    readonly fields: unknown
    readonly function: unknown
    readonly idless: unknown
    readonly named: unknown
    readonly position: unknown
    readonly proof: unknown
    readonly side: unknown
    readonly signatureRepeated: unknown
  }
}

export {}
