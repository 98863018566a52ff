/** Whether the window has what it begins with: until then nobody knows that there is no graph. */
import { create } from 'zustand';

export const useBeginning = create<{ isOver: boolean }>(() => ({ isOver: false }));
