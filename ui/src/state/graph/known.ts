/** The node types that the server told of last, for what runs outside of components. */
import { NO_CATALOG, type Catalog } from './catalog';
import { withoutSecrets } from './secrets';

let known: Catalog = NO_CATALOG;

/** The server has told of them. */
export function keepCatalog(catalog: Catalog): void {
  known = catalog;
}

/** What may be written to a disk: the same without the values of secret params. */
export function forDisk<T>(value: T): T {
  return withoutSecrets(value, known);
}
