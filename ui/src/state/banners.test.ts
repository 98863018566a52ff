import { describe, expect, it } from 'vitest';
import { bannersOf, changesIn, type BannerCode, type Situation } from './banners';
import { isOther } from './build';
import { answered } from './faults';

const FINE: Situation = {
  isRoomLow: false, link: 'up', downSinceMs: null, faults: {}, isNewBuild: false, isOtherChinese: false, isKept: true, dismissed: new Set() };
const refusal = (code: string) => ({ code, params: {}, text: '' });

describe('banners', () => {
  it('are none while all is well', () => expect([bannersOf(FINE, 9e9), changesIn(FINE, 9e9)]).toEqual([[], null]));

  it('say that the server is away after five seconds', () => {
    const away: Situation = { ...FINE, link: 'away', downSinceMs: 1000 };
    expect([bannersOf(away, 5999), bannersOf(away, 6000)]).toEqual([[], ['server_away']]);
    expect([changesIn(away, 2000), changesIn(away, 6000)]).toEqual([4000, null]);
  });

  it('name the cause, not what follows from it', () => {
    const blocked: Situation = { ...FINE, link: 'away', downSinceMs: 0, faults: { socket_blocked: 3000 }, isNewBuild: true };
    expect(bannersOf(blocked, 9000)).toEqual(['socket_blocked', 'new_build']);
  });

  it('wait a moment for a token that changed with a restart, and go when they are closed', () => {
    const faulty: Situation = { ...FINE, faults: { token: 1000, disk_full: 1000 } };
    expect(bannersOf(faulty, 1100)).toEqual(['disk_full']);
    expect(bannersOf(faulty, 2000)).toEqual(['token', 'disk_full']);
    expect(bannersOf({ ...faulty, dismissed: new Set<BannerCode>(['token', 'disk_full']) }, 2000)).toEqual([]);
  });
});

it('little room is said while there still is some', () => {
  expect([bannersOf({ ...FINE, isRoomLow: true }, 1000), bannersOf({ ...FINE, isRoomLow: true, faults: { disk_full: 1 } }, 1000)]).toEqual([['disk_low'], ['disk_full']]);
});

describe('faults', () => {
  it('stand since they were told first, until an answer shows that they are over', () => {
    const first = answered({}, 'POST', refusal('token_wrong'), 5);
    const again = answered(first, 'PUT', refusal('token_wrong'), 9);
    expect(again).toEqual({ token: 5 });
    expect(answered(again, 'GET', null, 10)).toEqual({ token: 5 });
    expect(answered(again, 'PUT', null, 10)).toEqual({});
    const host = answered({}, 'GET', refusal('host_not_allowed'), 5);
    expect([host, answered(host, 'GET', null, 6)]).toEqual([{ host_not_allowed: 5 }, {}]);
    expect(answered({}, 'GET', refusal('run_not_found'), 5)).toEqual({});
  });
});

describe('another build', () => {
  it('is one that says so', () => {
    expect([isOther('a', 'b'), isOther('a', 'a'), isOther('a', ''), isOther('dev', 'b')]).toEqual([true, false, false, false]);
  });
});
