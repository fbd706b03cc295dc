import { bool, byteString, u8 } from '../../codec/codec.js';
import { defineTransaction } from '../definition.js';
import { hexText } from '../json-members.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';

/** UCONTRACT_DEPLOY_TX (14): deploys a contract; the preimage has fees before their symbol. */
export const ucontractDeploy = defineTransaction({
  type: 14,
  name: 'UCONTRACT_DEPLOY_TX',
  since: 'R2',
  origin: 'sender',
  senders: ['regid'],
  permission: 'CONTRACT',
  minimumFee: { reference: 100_000_000n, development: 110_000_000n, governable: false },
  feeCheck: 'base',
  feeDiscount: 'none',
  contract: 'deployment',
  validHeight: 'checked',
  placement: 'by-fee-rate',
  standardSize: 100_000,
  baseJson: true,
  fields: {
    ...STANDARD_FIELDS,
    vmType: u8,
    upgradable: bool,
    code: byteString,
    memo: byteString,
    abi: byteString,
    ...SIGNATURE,
  },
  preimage: ['validHeight', 'txUid', 'fees', 'feeSymbol', 'vmType', 'upgradable', 'code', 'memo', 'abi'],
  json: tx => ({
    vm_type: tx.vmType,
    upgradable: tx.upgradable,
    code: hexText(tx.code),
    memo: tx.memo,
    memo_hex: hexText(tx.memo),
    abi: tx.abi,
  }),
});
