import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roleClass } from '../../main/webapp/console/core/role.js';

test('a role is a single class, whatever it contains', () => {
    assert.equal(roleClass('user'), 'user');
    assert.equal(roleClass('a current" x'), 'a_current__x');
    assert.equal(roleClass(undefined), '');
});
