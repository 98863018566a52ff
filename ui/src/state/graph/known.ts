/** The node types that the server told of last, for what runs outside of components. */
import { NO_CATALOG, type Catalog } from './catalog';
import { secretsOf, withoutSecrets, type SecretParams } from './secrets';

let known: SecretParams = secretsOf(NO_CATALOG);

/** The server has told of them. */
export function keepCatalog(catalog: Catalog): void {
  known = secretsOf(catalog);
}

/** The names of secret params, by type. */
export function secretParams(): SecretParams {
  return known;
}

/** What may be written to a disk: the same without the values of secret params. */
export function forDisk<T>(value: T): T {
  return withoutSecrets(value, known);
}
