// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { fitting, resize, startPanels, toggleSide, usePanels } from './panels';

it('a panel is as wide as it may be, and no wider', () => {
  expect([100, 300.4, 9999].map((px) => fitting('side', px))).toEqual([220, 300, 360]);
  expect([0, 400, 421].map((px) => fitting('inspector', px))).toEqual([280, 400, 420]);
});

it('what a person chose is worn by the page and kept for the next visit', () => {
  startPanels();
  resize('side', 300);
  toggleSide();
  const root = document.documentElement;
  expect([root.style.getPropertyValue('--side'), root.dataset['side'], usePanels.getState().isSideOpen]).toEqual(['300px', 'closed', false]);
  expect(JSON.parse(localStorage.getItem('cdui.panels') ?? '')).toEqual({ side: 300, inspector: 320, isSideOpen: false });
});
