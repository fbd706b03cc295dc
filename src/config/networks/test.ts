import { REFERENCE_MINIMUM_FEES } from '../minimum-fees.js';
import type { NetworkParameters } from '../network.js';
import { GENESIS_VOTES, REFERENCE_RULES, REFERENCE_TIMING } from './reference.js';

/** The public test network of the reference (spec 01 §4, §5). */
export const TEST: NetworkParameters = {
  ...REFERENCE_TIMING,
  name: 'test',
  networkId: 'TEST_NET',
  directory: 'testnet',
  magic: 'fd7d5ce1',
  p2pPort: 18920,
  rpcPort: 18901,
  addressVersion: 135,
  wifVersion: 210,
  extendedKeys: { publicPrefix: '7d573a2c', privatePrefix: '7d5c5a26' },
  forks: { systemGenesis: 500, r2: 520, r3: 5756220, r3_5: 13462000 },
  genesis: {
    time: 1505401100,
    nonce: 100,
    hash: '7d06f69186e0fe39b9c40417d448fd36b43f193a2cee1ccae7f99b181080ee40',
    initKey: '037de11ea5def6393f45c2461c6f55e6e5cda831545324c63fc5c04409d459a5b3',
    holderKey: '025fa44ce081c3b4f34982a86e85e474fca1d98bbb6da612e097c9e7041208f11a',
    delegateKeys: [
      '0389e1bdfeab629107631fdc27f75c2d0bd47d2a09930d9c95935fe7b15a14506c',
      '0393f920474be2babf0a4679e3e1341c4eb8e31b22e19fc341ef5c0a74102b1b62',
      '03c2511372f6d68b1b7f46e2d5426efdb1c32eb7826f23f012acfee6176e072f0d',
      '021de59471052acba560185e9e8f0d8029fe0214180afe8a750204c44e5c385da1',
      '0267a77cfab55a3cedf0576393b90d307da1c6745970f286d40c356853443df9e6',
      '035eaee0cce88f4d3b8af6e71797f36750608b9425607e02ce03e8f08cad5b19ae',
      '036c670e382df168387083152e257f528bb7a7136900ea684550843a5347d89a04',
      '02f06edeb3d0a0cd01c44999ccbdc2126f65c1e0dcb09742e03336cfae2175d8bd',
      '0236f8aae8a5e4d4daab49e0b48723258a74dade6380c104a7759ec5d4a45aa186',
      '022a55aac2432590f1111f151cbb27c7a4417d0d85e5e4c24805943b90842b8710',
      '02e45a86ca60b7d0a53e9612228d5d9bee83056b6b57c1d58f7216a5060e6a3752',
    ],
    votesPerDelegate: GENESIS_VOTES,
    voteSignature: '02fc0033e19b9999997331c98652607299b0aaf20ed2dd6f0975d03cff3aecdeec',
    allocations: [],
    governanceKey: '022b05bec85ac78054ba762ac8625e30c85f2a8f23fd62890236706d3ad29646d4',
    matcherKey: '021be050c7e67004dc494f52ca81ff7c100a7e8b527b1c5c18091c3ad7065c4d94',
  },
  producerCountDelay: 3600,
  subsidyPeriods: { beforeR2: 3_153_600, fromR2: 10_512_000 },
  minimumFees: REFERENCE_MINIMUM_FEES,
  standardTransactionsOnly: false,
  mended: { ...REFERENCE_RULES, voteMigrationHeight: 519 },
  development: undefined,
};
