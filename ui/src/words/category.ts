/** The name of a category of nodes. Categories of own nodes are shown as their author wrote them. */
import { words } from './words';

export function categoryName(category: string): string {
  return words.exists(`category.${category}`) ? words.t(`category.${category}` as 'category.Data') : category;
}
