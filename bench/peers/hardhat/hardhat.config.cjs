// As the tests of Hardhat's projects call contracts.
require('@nomicfoundation/hardhat-ethers');

// No compiler and no files: the benchmark brings the machine code of its contract.
module.exports = { solidity: '0.8.28' };
