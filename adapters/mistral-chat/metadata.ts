/** The keys of this wire's own metadata; the README of this folder says what each holds. */
declare module '../../src/model/metadata.js' {
  interface MetadataKeys {
    readonly thinking: unknown
  }
}

export {}
